import { z } from 'zod'
import { avatarLimits } from '../session/session.model.ts'

const unfolded = { maxPixels: 50_000_000, maxFrames: 1000 } as const
const twoMegabytes = 2 * 1_048_576

/**
 * What an upload is for decides its limits and what is made of it. `square`: it becomes a square of at most so many pixels.
 * `fit`: it is made smaller until it fits. A picture of some kilobytes may unfold to gigabytes, in one frame or in many:
 * both are counted before it is unfolded.
 */
export const pictureKinds = {
  avatar: { ...unfolded, maxBytes: avatarLimits.maxBytes, square: 256 },
  /** Of a product model. */
  product: { ...unfolded, maxBytes: twoMegabytes, square: 512 },
  /** Of a step of a network setup, as a phone shows it. */
  guide: { ...unfolded, maxBytes: twoMegabytes, fit: { width: 1080, height: 1440 } },
  /** Of a spare part. */
  part: { ...unfolded, maxBytes: twoMegabytes, square: 512 },
  /** Of what a fault code is about, as a phone or a technician sees it. */
  code: { ...unfolded, maxBytes: twoMegabytes, fit: { width: 1080, height: 1080 } },
  /** Of a site visit. */
  visit: { ...unfolded, maxBytes: twoMegabytes, fit: { width: 1600, height: 1600 } },
} as const
export const PictureKind = z.enum(['avatar', 'product', 'guide', 'part', 'code', 'visit'])
export type PictureKind = z.output<typeof PictureKind>
