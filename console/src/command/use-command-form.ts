import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useKept } from '../platform/kept-work.ts'
import type { Repeat } from './repeat.ts'
import { useDraft, type DraftState } from './use-draft.ts'

/** What is typed into the forms of a command, held by the screen: a drawer that closes and opens again loses nothing. */
export type CommandForm = {
  what: 'property' | 'service'
  setWhat: (what: 'property' | 'service') => void
  properties: DraftState
  /** The chosen service. */
  service: string | null
  /** The parameters of another service begin empty. */
  choose: (identifier: string | null) => void
  parameters: DraftState
  isReviewed: boolean
  setReviewed: (isReviewed: boolean) => void
  isDirty: boolean
  /** Fills in what a command said. */
  take: (repeat: Repeat) => void
  clear: () => void
}

/** `name` is unique on its page: what is typed is kept under it. */
export function useCommandForm(model: ThingModel | null, name: string): CommandForm {
  const [what, setWhat] = useKept<CommandForm['what']>(`${name} kind`, 'property')
  const [service, setService] = useKept<string | null>(`${name} service`, null)
  const [isReviewed, setReviewed] = useKept(`${name} review`, false)
  const properties = useDraft(model?.properties ?? [], name)
  const chosen = model === null || service === null ? undefined : findService(model, service)
  const parameters = useDraft(chosen?.inputData ?? [], `${name} parameters`)
  const choose = (identifier: string | null): void => {
    setService(identifier)
    setReviewed(false)
    parameters.clear()
  }
  return {
    what,
    setWhat,
    properties,
    service,
    choose,
    parameters,
    isReviewed,
    setReviewed,
    isDirty: Object.keys(properties.draft).length > 0 || Object.keys(parameters.draft).length > 0,
    take: (repeat) => {
      if (repeat.kind === 'property') {
        setWhat('property')
        properties.fill(repeat.draft)
        return
      }
      setWhat('service')
      setService(repeat.identifier)
      setReviewed(true)
      parameters.fill(repeat.draft)
    },
    clear: () => {
      properties.clear()
      choose(null)
    },
  }
}
