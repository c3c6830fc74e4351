import type { LanguageRow } from '@brigade/contract/product/language/language.model.ts'
import { useWords } from '../../platform/locale.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { languageText } from './language.text.ts'

/** Whether the words of a language equal those of the app. */
export function LanguageBadge({ status }: { status: LanguageRow['status'] }) {
  const w = useWords(languageText)
  if (status === 'published') return <StateBadge shape="enabled" word={w.published} />
  return status === 'changed' ? (
    <StateBadge shape="draft" word={w.changed} tone="warn" />
  ) : (
    <StateBadge shape="draft" word={w.draft} />
  )
}
