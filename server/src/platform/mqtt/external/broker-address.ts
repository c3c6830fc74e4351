/** The address of an external broker and our credentials there. */
export type BrokerAddress = Readonly<{
  host: string
  port: number
  isTls: boolean
  username: string | undefined
  password: string | undefined
}>

/** `mqtt://` or `mqtts://`, user and password in front of the host; undefined for anything else. */
export function brokerAddress(text: string): BrokerAddress | undefined {
  const url = URL.parse(text)
  if (url === null || !/^mqtts?:$/.test(url.protocol) || url.hostname === '') return undefined
  if (url.search + url.hash !== '' || !['', '/'].includes(url.pathname)) return undefined
  const isTls = url.protocol === 'mqtts:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 8883 : 1883) : Number(url.port),
    isTls,
    username: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
  }
}
