const name = 'brigade_browser'
const keptSeconds = 90 * 86_400

/** The secret in a Cookie header. */
export function browserSecretIn(header: string | undefined): string | undefined {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  const secret = pair?.trim().slice(name.length + 1)
  return secret !== undefined && /^[\w-]{20,100}$/.test(secret) ? secret : undefined
}

/** The Set-Cookie header that stores it for 90 days, inaccessible to scripts and other sites. */
export function browserSecretCookie(secret: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${name}=${secret}; Path=/api; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure}`
}
