/** Whether an address to listen on, or a host, leads to this machine alone. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare === '::1' || /^(::ffff:)?127\./.test(bare)
}

/** Whether listening on it is listening on all interfaces. */
export const isEverywhere = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)

/** How a host is written in an address that people use: all interfaces are reached here as this machine. */
export function addressOf(host: string): string {
  if (isEverywhere(host)) return '127.0.0.1'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
