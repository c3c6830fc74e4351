import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { TemplateBadge, statusOf } from './template-badge.tsx'
import type { TemplateState } from './template-work.ts'
import { templateHints, templateText } from './field/template.text.ts'

type Props = { name: string; kind: TemplateKind; state: TemplateState<unknown> }

/** The head explains the template, shows its state, and names who saved and published it and when. */
export function TemplateHead({ name, kind, state }: Props) {
  const w = useWords(templateText)
  const hints = useWords(templateHints)
  const { drafted, publishedBy } = state
  return (
    <Row gap="4 16" padding="16 gutter 0" align="center" tone="ink-3" size="xs" wrap>
      <Text.h2 tone="ink">{name}</Text.h2>
      <TemplateBadge status={statusOf(state)} />
      {drafted === null || state.draft === null ? null : (
        <span>{w.savedAt({ at: formatTime(drafted.at), by: drafted.by })}</span>
      )}
      {publishedBy === null ? null : (
        <span>{w.publishedAt({ at: formatTime(publishedBy.at), by: publishedBy.by })}</span>
      )}
      <Text.p size="s" ownLine>
        {hints[kind]}
      </Text.p>
    </Row>
  )
}
