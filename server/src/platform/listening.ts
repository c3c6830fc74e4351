/** Whether a listening address, or a host, is reachable from this machine only. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare === '::1' || /^(::ffff:)?127\./.test(bare)
}

/** Whether the address means all interfaces. */
export const isEverywhere = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)

/** The host in an address for people: all interfaces are shown as this machine. */
export function addressOf(host: string): string {
  if (isEverywhere(host)) return '127.0.0.1'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
