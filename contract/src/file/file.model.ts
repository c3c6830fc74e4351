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
  /** Of the data wall of an organisation. */
  logo: { ...unfolded, maxBytes: 1_048_576, fit: { width: 640, height: 160 } },
  /** Of a recipe or a recipe category. A smaller one is kept beside it, for lists. */
  recipe: {
    ...unfolded,
    maxBytes: twoMegabytes,
    fit: { width: 1600, height: 1200 },
    small: { width: 320, height: 240 },
  },
} as const
export const PictureKind = z.enum(['avatar', 'product', 'guide', 'part', 'code', 'visit', 'recipe', 'logo'])
/** The id of the smaller picture that is kept beside one of a recipe. */
export const smallPictureId = (id: string): string => `${id}s`

export type PictureKind = z.output<typeof PictureKind>

/** Firmware is kept as it is, byte for byte, and goes to devices alone. */
export const FileKind = z.enum([...PictureKind.options, 'firmware'])
export type FileKind = z.output<typeof FileKind>
