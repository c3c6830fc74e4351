import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { createContext, use } from 'react'

/** What the fields of a template's form know of it. */
export type TemplateContext = Readonly<{
  /** The published one; empty where there is none. */
  model: ThingModel
  /** What is wrong at precisely this place: a rule of its content, or a function that does not fit. */
  says: (path: string) => string | undefined
  /** What is wrong at or below this place, each said once. */
  saysBelow: (path: string) => readonly string[]
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
