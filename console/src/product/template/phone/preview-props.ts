import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { PreviewTexts } from './preview-texts.ts'

/** What a preview draws: a content that may be half typed, and functions that may be gone. */
export type PreviewProps<T> = Readonly<{
  content: T
  model: ThingModel
  texts: PreviewTexts
  /** Where the person is working in the form; the phone follows. */
  at: string | null
  label: string
  /** In the app's bar, on the appliance's own page. */
  productName: string
}>
