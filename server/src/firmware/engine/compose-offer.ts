import { defaultModule } from '@brigade/contract/firmware/firmware.model.ts'
import type { Settings } from '../../platform/settings.ts'
import type { OfferedVersion } from './grant.store.ts'

/** Where devices fetch files. Without a setting: this machine, as the demo needs it. */
export const deviceUrlOf = ({ deviceUrl, http }: Pick<Settings, 'deviceUrl' | 'http'>): string =>
  deviceUrl ?? `http://${http.host === '0.0.0.0' ? 'localhost' : http.host}:${http.port}`

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
