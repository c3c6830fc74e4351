import type { DemoState } from '@brigade/contract/system/demo/demo.model.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import css from './demo.module.css'
import { demoText } from './demo.text.ts'

/** Explains the demo, and leads to an empty installation. `onEmpty` asks for confirmation first. */
export function DemoPanel({ demo, onEmpty }: { demo: DemoState; onEmpty: () => void }) {
  const w = useWords(demoText)
  if (demo.state === 'emptying') {
    const percent = formatNumber(Math.floor(demo.progress * 100))
    return (
      <Stack gap="12" justifyItems="start" className={css.panel} tabIndex={-1} data-autofocus="">
        <p role="status">{w.removing({ percent })}</p>
        <p>{w.goesOn}</p>
      </Stack>
    )
  }
  const { written, left } = demo.past
  return (
    <Stack gap="12" justifyItems="start" className={css.panel} tabIndex={-1} data-autofocus="">
      <p>{w.invented}</p>
      {left === 0 ? null : (
        <p role="status">{w.pastComing({ written: formatNumber(written), all: formatNumber(written + left) })}</p>
      )}
      {demo.isSimulated ? <p>{w.simulated}</p> : null}
      {demo.mayEmpty ? <Button onClick={onEmpty}>{w.startEmpty}</Button> : <p>{w.whoMay}</p>}
    </Stack>
  )
}
