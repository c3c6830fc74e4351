import { defaultModule } from '@brigade/contract/firmware/firmware.model.ts'
import type { OfferedVersion } from './grant.store.ts'

/**
 * The data of an offer (alink.md 2.4). Digests are lower-case hex, as C SDKs compare them; `signMethod` is spelled as version 4
 * reads it. Nothing more: the whole packet has to fit a buffer of 1,000 bytes.
 */
export const offerData = ({ module, reportedAs, bytes, md5, sha256, digest }: OfferedVersion, url: string) => ({
  size: bytes,
  version: reportedAs,
  url,
  md5,
  sign: digest === 'Md5' ? md5 : sha256,
  signMethod: digest,
  ...(module === defaultModule ? {} : { module }),
})
