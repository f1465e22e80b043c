import { expect, test } from 'vitest'
import { hostOf, networkOf, siteOf, wideNetworkOf } from './client-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:5001', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['[::ffff:cb00:7109]:5001', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['0000:0000::0000:ffff:CB00:7109', '203.0.113.9'],
  ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
  ['::ffff:0:203.0.113.9', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:5001', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is limited as %s', (address, block) => expect(networkOf(address)).toBe(block))

test.each(['', 'localhost', '1.2.3', '1.2.3.4 or 1=1', '[1.2.3.4', '203.0.113.9:'])('%j is not an address', (written) =>
  expect(hostOf(written)).toBeNull(),
)

test.each([
  ['2001:db8:7:7::1', '2001:db8:7::/48'],
  ['2001:0DB8:0007:ffff:1:2:3:4', '2001:db8:7::/48'],
  ['[2001:db8:7::1]:443', '2001:db8:7::/48'],
  ['::1', '0:0:0::/48'],
  ['203.0.113.9', null],
  ['::ffff:203.0.113.9', null],
  ['::ffff:cb00:7109', null],
  ['unknown', null],
])('the /48 of %s is %s', (address, site) => expect(siteOf(address)).toBe(site))

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.0/24'],
  ['2001:db8:7:1::1', '2001:db8:7::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['unknown', 'unknown'],
])('a wide network of %s is %s', (address, network) => expect(wideNetworkOf(address)).toBe(network))
