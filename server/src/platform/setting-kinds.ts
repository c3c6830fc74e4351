import { isIP } from 'node:net'
import { z } from 'zod'
import { brokerAddress, type BrokerAddress } from './mqtt/external/broker-address.ts'

export const port = () =>
  z.coerce
    .number('a port from 0 to 65535')
    .int('a port from 0 to 65535')
    .min(0, 'a port from 0 to 65535')
    .max(65535, 'a port from 0 to 65535')
export const count = (standard: number, max: number) =>
  z.coerce
    .number(`a whole number up to ${max}`)
    .int(`a whole number up to ${max}`)
    .min(0, `a whole number up to ${max}`)
    .max(max, `a whole number up to ${max}`)
    .default(standard)
export const days = (standard: number) =>
  z.coerce
    .number('a number of days, 1 or more')
    .int('a number of days, 1 or more')
    .min(1, 'a number of days, 1 or more')
    .max(36_500, 'a number of days up to 36500')
    .default(standard)
const words: Record<string, boolean> = {
  on: true,
  true: true,
  yes: true,
  1: true,
  off: false,
  false: false,
  no: false,
  0: false,
}
export const onOff = z.union([z.string(), z.boolean(), z.number()]).transform((value, context) => {
  const known = words[String(value).toLowerCase()]
  if (known === undefined) context.addIssue('on or off')
  return known ?? false
})
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'an address like https://brigade.example.com' })
  .transform((url) => url.replace(/\/+$/, ''))

export const bucketAddress = z
  .string()
  .refine((text) => {
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol)) return false
    return url.username + url.search + url.hash === '' && url.pathname.split('/').filter(Boolean).length <= 1
  }, 'an address with the bucket, like https://s3.example.com/brigade')
  .transform((text) => text.replace(/\/+$/, ''))

export const mailServer = z.string().refine((text) => {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}, 'an address like smtps://user:password@mail.example.com:465')

export const brokerUrl = z.string().transform((text, context): BrokerAddress => {
  const address = brokerAddress(text)
  if (address === undefined) context.addIssue('an address like mqtts://user:password@broker.example.com:8883')
  return address ?? z.NEVER
})

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}

/**
 * The proxies in front that may name the caller's address: none, their number, or their addresses. Trusting every peer
 * is not possible.
 */
export const trustProxy = z
  .union([z.string(), z.boolean(), z.number()])
  .transform((value, context): false | number | string[] => {
    const text = String(value).trim()
    if (words[text.toLowerCase()] === false) return false
    if (/^[1-9]\d?$/.test(text)) return Number(text)
    const networks = text.split(',').map((network) => network.trim())
    if (networks.every(isNetwork)) return networks
    context.addIssue(
      'off, the number of proxies in front (1), or their addresses with commas (10.0.0.1,10.0.1.0/24); anything else would let anybody pass for another address',
    )
    return z.NEVER
  })
