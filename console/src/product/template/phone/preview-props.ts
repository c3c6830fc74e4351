import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { PreviewTexts } from './preview-texts.ts'

/** A preview draws content that may be incomplete and may refer to functions that no longer exist. */
export type PreviewProps<T> = Readonly<{
  content: T
  model: ThingModel
  texts: PreviewTexts
  /** The preview scrolls to the form field that the person edits. */
  at: string | null
  label: string
  /** The title in the app's bar, on the appliance's own page. */
  productName: string
}>
