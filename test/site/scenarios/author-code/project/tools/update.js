const {
  readFileSync,
} = require("fs");

module.exports = { readFileSync };
