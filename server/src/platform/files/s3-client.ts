import type { S3, S3ServiceException } from '@aws-sdk/client-s3'
import { minuteMs } from '@brigade/contract/time.ts'
import type { S3Settings } from '../settings.ts'

/** Timeout of a request without an answer. */
const answerWithinMs = minuteMs
const connectWithinMs = 10_000

/** The bucket's name and endpoint: with the bucket in the path of the address, or in the name of its host. */
export function bucketAt(address: string) {
  const url = new URL(address)
  const name = url.pathname.split('/').find(Boolean)
  return name === undefined
    ? { bucket: address, options: { bucketEndpoint: true } }
    : { bucket: name, options: { endpoint: url.origin, forcePathStyle: true } }
}

/** The SDK is loaded with the first request, and not at all without S3_URL: it takes 20 MB of memory. */
export async function loadClient({ url, region, accessKey, secretKey }: S3Settings) {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const s3: S3 = new sdk.S3({
    ...bucketAt(url).options,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: 3,
    // Every body is signed with its SHA-256, which all stores check; further checksums are refused by some.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: answerWithinMs,
      throwOnRequestTimeout: true,
    },
  })
  const serviceError = (error: unknown): S3ServiceException | undefined =>
    error instanceof sdk.S3ServiceException ? error : undefined
  return { s3, Upload, serviceError }
}

export type Client = Awaited<ReturnType<typeof loadClient>>

/** The reason without the store's own message: some stores include the signed text. */
export function reasonOf(error: unknown, { serviceError }: Client): string {
  const answered = serviceError(error)
  if (answered !== undefined) return `${answered.$metadata.httpStatusCode ?? ''} ${answered.name}`.trim()
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code ?? error.name
}

export function failureText(error: unknown, client: Client, bucketUrl: string): string {
  const { origin } = new URL(bucketUrl)
  const reason = reasonOf(error, client)
  const answered = client.serviceError(error)
  const status = answered?.$metadata.httpStatusCode
  if (status === 403) return `The object storage at ${origin} refuses S3_ACCESS_KEY or S3_SECRET_KEY (${reason})`
  if (status === 404) return `The object storage has no bucket at ${bucketUrl}: make it, or correct S3_URL`
  if (status === 301 || answered?.name === 'AuthorizationHeaderMalformed')
    return `The bucket at ${bucketUrl} is in another region than S3_REGION says (${reason})`
  return `The object storage at ${origin} does not answer as it should (${reason})`
}
