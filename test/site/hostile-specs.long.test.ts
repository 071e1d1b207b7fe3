import { hostileSpecs, testHostileSpecs } from "./hostile-specs.ts";

testHostileSpecs(hostileSpecs);
