import type { UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Row } from '../../ui/layout/layout.tsx'
import css from './task.module.css'
import { taskText } from '../task.text.ts'

/** The number of each outcome as parts of all; the text has the same information for people who do not see colours. */
export function ProgressBar({
  task,
}: {
  task: Pick<UpgradeTaskRow, 'total' | 'succeeded' | 'failed' | 'notUpgraded'>
}) {
  const w = useWords(taskText)
  const { total, succeeded, failed, notUpgraded } = task
  if (total === 0) return <span className="faint">{w.notSubmitted}</span>
  const label = w.progressOf({
    ok: formatNumber(succeeded),
    bad: formatNumber(failed),
    none: formatNumber(notUpgraded),
    total: formatNumber(total),
  })
  const width = (part: number) => ({ width: `${(part / total) * 100}%` })
  return (
    <Row.span gap="8" align="center" tabular className={css.progress} role="img" aria-label={label} data-tip={label}>
      <Row.i height="6" radius="xs" overflow="hidden" ground="line" grow>
        <span className={css.ok} style={width(succeeded)} />
        <span className={css.failed} style={width(failed)} />
        <span className={css.none} style={width(notUpgraded)} />
      </Row.i>
      <span>{`${formatNumber(succeeded + failed + notUpgraded)} / ${formatNumber(total)}`}</span>
    </Row.span>
  )
}
