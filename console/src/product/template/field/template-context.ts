import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { createContext, use } from 'react'

/** The fields of a template's form read this context. */
export type TemplateContext = Readonly<{
  /** The published text; empty without one. */
  model: ThingModel
  /** Returns the error at exactly this path: a violated rule of the content, or a function that does not fit. */
  problemAt: (path: string) => string | undefined
  /** Returns the errors at or below this path, without duplicates. */
  problemsBelow: (path: string) => readonly string[]
}>

export const TemplateFormContext = createContext<TemplateContext | null>(null)

export function useTemplateContext(): TemplateContext {
  const context = use(TemplateFormContext)
  if (context === null) throw new Error('This field is in no template')
  return context
}

/** The form of one kind of template. */
export type TemplateFormProps<T> = Readonly<{ value: T; onChange: (value: T) => void }>

export const noFunctions: ThingModel = { properties: [], events: [], services: [] }
