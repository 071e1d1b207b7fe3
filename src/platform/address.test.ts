import { expect, test } from "vitest";
import { canonicalAddress, isAddressIn, widerNetwork } from "./address.ts";

test.each([
  ["10.1.2.3", "10.0.0.0/8"],
  ["10.1.2.3", "10.1.2.3"],
  ["10.1.2.3", "10.1.2.3/32"],
  ["10.1.2.3", "0.0.0.0/0"],
  ["::ffff:10.1.2.3", "10.0.0.0/8"],
  ["10.1.2.3", "::ffff:10.1.2.3"],
  ["::ffff:0a01:0203", "10.1.2.3"],
  ["2001:db8::1", "2001:db8::/32"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["::1", "::1"],
])("the address %s is in the range %s", (address, range) => {
  expect(isAddressIn(address, [range])).toBe(true);
  expect(isAddressIn(address, ["192.0.2.1", range])).toBe(true);
});

test.each([
  ["11.1.2.3", "10.0.0.0/8"],
  ["10.1.2.4", "10.1.2.3"],
  ["10.1.2.3", "::/0"],
  ["2001:db8::1", "0.0.0.0/0"],
  ["2001:db9::1", "2001:db8::/32"],
  ["", "0.0.0.0/0"],
  ["nonsense", "0.0.0.0/0"],
  ["10.1.2.3:80", "10.0.0.0/8"],
  ["10.1.2.3, 10.1.2.4", "10.0.0.0/8"],
])("the address %j is not in the range %s", (address, range) => {
  expect(isAddressIn(address, [range])).toBe(false);
});

test("no address is in an empty list", () => {
  expect(isAddressIn("10.1.2.3", [])).toBe(false);
});

test.each([
  ["::ffff:203.0.113.10", "203.0.113.10"],
  ["::FFFF:CB00:710A", "203.0.113.10"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::/64"],
  ["2001:0db8::ffff", "2001:db8::/64"],
  ["2001:0db8:0:1::1", "2001:db8:0:1::/64"],
  ["203.0.113.10", "203.0.113.10"],
  ["203.0.113.10:51820", "203.0.113.10"],
  ["203.0.113.10:", "203.0.113.10"],
  ["[203.0.113.10]:80", "203.0.113.10"],
  ["[::ffff:203.0.113.10]:80", "203.0.113.10"],
  ["[2001:db8:0:1::1]:443", "2001:db8:0:1::/64"],
  ["[2001:db8:0:1::1]", "2001:db8:0:1::/64"],
  ["2001:db8:0:1::1%eth0", "2001:db8:0:1::/64"],
  ["[fe80::1%25eth0]:443", "fe80::/64"],
  [" 203.0.113.10 ", "203.0.113.10"],
  ["nonsense", ""],
  ["unknown", ""],
  ["_hidden:1", ""],
  ["[203.0.113.10", ""],
  ["203.0.113.10:80:90", ""],
  [`203.0.113.10:${"1".repeat(200)}`, ""],
  [undefined, ""],
])("the address %s is counted as %j", (ip, canonical) => {
  expect(canonicalAddress({ ip })).toBe(canonical);
});

test("a forwarded entry that isn't an address is ignored, and the request counts for the nearest proxy", () => {
  expect(canonicalAddress({ ip: "unknown", ips: ["10.0.0.1", "10.0.0.2:80", "unknown"] })).toBe("10.0.0.2");
});

test("only IPv6 addresses have a wider network", () => {
  expect(widerNetwork("2001:db8:1:2::/64")).toEqual({ subject: "2001:db8:1::/48", times: 10 });
  expect([widerNetwork("203.0.113.10"), widerNetwork("")]).toEqual([undefined, undefined]);
});
