import { useMemo } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Grid, Text } from '../layout/layout.tsx'
import css from './json-text.module.css'
import { differenceText } from './json-text.text.ts'
import { lineDifference, shownLines } from './line-difference.ts'
import { ScrollRegion } from '../page/scroll-region.tsx'

const marks = { same: '', added: '+', removed: '-' } as const

/** Two texts line by line: added lines, removed lines, and a few equal lines around them. */
export function Difference({ label, before, after }: { label: string; before: string; after: string }) {
  const w = useWords(differenceText)
  const lines = useMemo(() => lineDifference(before, after), [before, after])
  const added = lines.filter(({ kind }) => kind === 'added').length
  const removed = lines.filter(({ kind }) => kind === 'removed').length
  if (added + removed === 0)
    return (
      <Text.p tone="ink-3" size="s" marginBottom="12">
        {w.same}
      </Text.p>
    )
  return (
    <>
      <Text.p tone="ink-3" size="s" marginBottom="12">
        {w.lines({ added, removed })}
      </Text.p>
      <ScrollRegion className={css.difference} label={label}>
        <ol>
          {shownLines(lines).map((line, index) =>
            line.kind === 'skipped' ? (
              <Text.li key={index} padding="0 24" ground="canvas" tone="ink-3">
                {w.skipped({ count: line.count })}
              </Text.li>
            ) : (
              <Grid.li key={index} paddingRight="12" className={css[line.kind]}>
                <span aria-hidden="true">{marks[line.kind]}</span>
                {line.kind === 'same' ? null : (
                  <span className="vh">{line.kind === 'added' ? w.addedLine : w.removedLine}</span>
                )}
                <Text.code mono>{line.text}</Text.code>
              </Grid.li>
            ),
          )}
        </ol>
      </ScrollRegion>
    </>
  )
}
