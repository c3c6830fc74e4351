import { BlockList, isIP } from 'node:net'

/**
 * Networks that a foreign address must not lead into: this machine, private and link-local networks, shared and
 * reserved ones.
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
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/**
 * Prefixes of IPv6 that contain an IPv4 address: mapped, compatible, NAT64 and 6to4, with the group at which it begins.
 */
const carriers: readonly (readonly [prefix: readonly string[], at: number])[] = [
  [['0', '0', '0', '0', '0', 'ffff'], 6],
  [['0', '0', '0', '0', '0', '0'], 6],
  [['0', '0', '0', '0', 'ffff', '0'], 6],
  [['64', 'ff9b', '0', '0', '0', '0'], 6],
  [['2002'], 1],
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
  const carrier = carriers.find(([prefix]) => prefix.every((group, index) => groups[index] === group))
  if (carrier === undefined) return undefined
  const [high = 0, low = 0] = groups.slice(carrier[1], carrier[1] + 2).map((group) => Number.parseInt(group, 16))
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
  return closed.check(address, 'ipv6') || (carried !== undefined && closed.check(carried, 'ipv4'))
}
