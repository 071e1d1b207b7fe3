globalThis.isSet = true;
