#!/usr/bin/env node
console.log("synchronized");
