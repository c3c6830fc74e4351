/** The address, or the /64 of an IPv6 address: the holder of one address in it has them all. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+(\.\d+){3}$)/i, '')
  if (!plain.includes(':')) return plain
  const [front = [], back = []] = plain
    .replace(/%.*$/, '')
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
