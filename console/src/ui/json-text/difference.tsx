import { useMemo } from 'react'
import { useWords } from '../../platform/locale.ts'
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
  if (added + removed === 0) return <p className={css.quiet}>{w.same}</p>
  return (
    <>
      <p className={css.quiet}>{w.lines({ added, removed })}</p>
      <ScrollRegion className={css.difference} label={label}>
        <ol>
          {shownLines(lines).map((line, index) =>
            line.kind === 'skipped' ? (
              <li key={index} className={css.skipped}>
                {w.skipped({ count: line.count })}
              </li>
            ) : (
              <li key={index} className={css[line.kind]}>
                <span aria-hidden="true">{marks[line.kind]}</span>
                {line.kind === 'same' ? null : (
                  <span className="vh">{line.kind === 'added' ? w.addedLine : w.removedLine}</span>
                )}
                <code>{line.text}</code>
              </li>
            ),
          )}
        </ol>
      </ScrollRegion>
    </>
  )
}
