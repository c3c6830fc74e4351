import { z } from 'zod'
import { avatarLimits } from '../session/session.model.ts'

/**
 * What an upload is for decides its limits and what is made of it. `side`: it becomes a square of at most so many pixels.
 * A picture of some kilobytes may unfold to gigabytes, in one frame or in many: both are counted before it is unfolded.
 */
export const pictureKinds = {
  avatar: { maxBytes: avatarLimits.maxBytes, maxPixels: 50_000_000, maxFrames: 1000, side: 256 },
} as const
export const PictureKind = z.enum(['avatar'])
export type PictureKind = z.output<typeof PictureKind>
