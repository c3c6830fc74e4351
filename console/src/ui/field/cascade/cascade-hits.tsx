import { useWords } from '../../../platform/locale.ts'
import { uiText } from '../../ui.text.ts'
import { Bones, Retry, retryId } from './cascade-columns.tsx'
import css from './cascade.module.css'
import type { CascadeHit } from './cascade-source.ts'
import { Box, Text } from '../../layout/layout.tsx'
import { OptionLine } from '../option-line.tsx'
import type { Cascade } from './use-cascade.ts'

export const hitsId = (id: string): string => `${id}-found`
export const hitId = (id: string, index: number): string => `${id}-found-${index}`

/** The list shows the matches of the typed text from all levels. */
export function CascadeHits({ id, label, cascade }: { id: string; label: string; cascade: Cascade }) {
  const w = useWords(uiText)
  const { hits, search } = cascade
  const isBare = hits.length === 0 && !search.hasFailed
  return (
    <div className={css.found}>
      <Box
        padding="4"
        relative
        className={css.list}
        id={hitsId(id)}
        role="listbox"
        aria-label={label}
        aria-busy={search.isLoading || undefined}
        data-stale={(search.isLoading && hits.length > 0) || undefined}
      >
        {search.hasFailed ? (
          <Retry id={retryId(id)} isActive onRetry={search.retry} />
        ) : (
          hits.map((hit, index) => (
            <Hit
              key={hit.value}
              id={hitId(id, index)}
              hit={hit}
              isActive={index === cascade.hitAt}
              onTake={() => void cascade.takeHit(hit)}
            />
          ))
        )}
      </Box>
      {isBare && search.isLoading ? <Bones /> : null}
      {isBare && !search.isLoading ? (
        <Text.p padding="8 12" tone="ink-3" size="s" role="status">
          {w.nothingFound}
        </Text.p>
      ) : null}
    </div>
  )
}

function Hit({ id, hit, isActive, onTake }: { id: string; hit: CascadeHit; isActive: boolean; onTake: () => void }) {
  return (
    <OptionLine id={id} isActive={isActive} isChosen={isActive} className={css.item} onTake={onTake}>
      <Text cut grow shrink className={css.label}>
        {hit.label}
        {hit.note === '' ? null : (
          <Text size="xs" line="16" weight="400" tone="ink-3" overflow="hidden" block ellipsis>
            {hit.note}
          </Text>
        )}
      </Text>
    </OptionLine>
  )
}
