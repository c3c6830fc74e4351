import { z } from 'zod'
import { avatarLimits } from '../session/session.model.ts'

const twoMegabytes = 2 * 1_048_576

const unfolded = { maxPixels: 50_000_000, maxFrames: 1000, isJpgOrPng: false } as const
/** Spec 5: jpg, jpeg and png; a gif is refused. */
const jpgOrPng = { ...unfolded, isJpgOrPng: true } as const
export const jpgOrPngFiles = {
  mediaTypes: ['image/png', 'image/jpeg'],
  extensions: ['.jpg', '.jpeg', '.png'],
} as const

/**
 * The purpose of an upload decides its limits and its processing. `square` crops it to a square of at most that many pixels;
 * `fit` scales it down until it fits. A picture of some kilobytes may decompress to gigabytes, in one frame or in many, so
 * pixels and frames are counted before it is decompressed.
 */
export const pictureKinds = {
  avatar: { ...unfolded, maxBytes: avatarLimits.maxBytes, square: 256 },
  /** Picture of a product model. */
  product: { ...unfolded, maxBytes: twoMegabytes, square: 512 },
  /** Picture of a step of a network setup, shown on a phone. */
  guide: { ...unfolded, maxBytes: twoMegabytes, fit: { width: 1080, height: 1440 } },
  /** Picture of a spare part. */
  part: { ...unfolded, maxBytes: twoMegabytes, square: 512 },
  /** Picture of the subject of a fault code, shown on a phone or to a technician. */
  code: { ...unfolded, maxBytes: twoMegabytes, fit: { width: 1080, height: 1080 } },
  /** Photo of a site visit. */
  visit: { ...unfolded, maxBytes: twoMegabytes, fit: { width: 1600, height: 1600 } },
  /** Logo on the data wall of an organisation. */
  logo: { ...jpgOrPng, maxBytes: 1_048_576, fit: { width: 640, height: 160 } },
  /** Picture of a recipe or a recipe category. A smaller copy is stored beside it, for lists. */
  recipe: {
    ...jpgOrPng,
    maxBytes: twoMegabytes,
    fit: { width: 1600, height: 1200 },
    small: { width: 320, height: 240 },
  },
} as const
export const PictureKind = z.enum(['avatar', 'product', 'guide', 'part', 'code', 'visit', 'recipe', 'logo'])
/** The id of the smaller picture that is kept beside one of a recipe. */
export const smallPictureId = (id: string): string => `${id}s`

export type PictureKind = z.output<typeof PictureKind>

/** Firmware is stored unchanged, byte for byte, and is served to devices alone. */
export const FileKind = z.enum([...PictureKind.options, 'firmware'])
export type FileKind = z.output<typeof FileKind>
