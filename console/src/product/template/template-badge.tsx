import { useWords } from '../../platform/locale.ts'
import { StateBadge, type StateShapeName } from '../../ui/icon/state-shape.tsx'
import { templateText } from './field/template.text.ts'

export type TemplateStatus = 'none' | 'draft' | 'published' | 'changed'

const shapes: Readonly<Record<TemplateStatus, StateShapeName>> = {
  none: 'disabled',
  draft: 'draft',
  published: 'enabled',
  changed: 'draft',
}

/** Whether a template was begun, is published, and has a draft that differs. */
export function TemplateBadge({ status }: { status: TemplateStatus }) {
  const w = useWords(templateText)
  return (
    <StateBadge shape={shapes[status]} word={w[status]} {...(status === 'changed' ? { tone: 'warn' as const } : {})} />
  )
}

export function statusOf(state: { draft: unknown; published: unknown }): TemplateStatus {
  if (state.draft === null) return state.published === null ? 'none' : 'published'
  return state.published === null ? 'draft' : 'changed'
}
