import { BlockList, isIP } from 'node:net'

/**
 * Networks that a foreign address must not lead into: this machine, private and link-local networks, and all others of IANA's registries
 * of special-purpose addresses, also those that are routed: no receiver of anybody is there.
 */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // Test nets: examples in documents.
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // AS112, multicast tunnels and the former relays of 6to4.
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Protocol assignments, Teredo, benchmarks, ORCHID and others.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/**
 * The only part of IPv6 that is assigned to networks of others. All else is local, reserved, or an IPv4 address in
 * another form.
 */
const routed = new BlockList()
routed.addSubnet('2000::', 3, 'ipv6')

/** Prefixes of IPv6 that reach an IPv4 address: mapped ones, and NAT64 of the whole Internet. It is in the last two groups. */
const carriers: readonly (readonly string[])[] = [
  ['0', '0', '0', '0', '0', 'ffff'],
  ['64', 'ff9b', '0', '0', '0', '0'],
]

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // Normalises as in URLs: an IPv4 address at the end becomes two groups.
  const written = URL.parse(`http://[${address.split('%')[0] ?? ''}]/`)?.hostname.slice(1, -1) ?? ''
  const [head = '', tail] = written.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array.from({ length: missing }, () => '0'), ...back]
}

function carriedIn(address: string): string | undefined {
  const groups = groupsOf(address)
  if (!carriers.some((prefix) => prefix.every((group, index) => groups[index] === group))) return undefined
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * Whether an IP address is of this machine or of a private or reserved network; also true for a text that is no
 * address.
 */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return closed.check(address, 'ipv4')
  if (version !== 6) return true
  const carried = carriedIn(address)
  if (carried !== undefined) return closed.check(carried, 'ipv4')
  return closed.check(address, 'ipv6') || !routed.check(address, 'ipv6')
}
