import type { alinkCodes, shadowErrors } from './alink.model.ts'
import type { gatewayCodes } from './gateway.topics.ts'

type ValueOf<T> = T[keyof T]
/** Codes of messages, except those of the shadow's topics, which have their own. */
export type MessageCode = ValueOf<typeof alinkCodes> | ValueOf<typeof gatewayCodes>
export type ShadowErrorCode = keyof typeof shadowErrors
