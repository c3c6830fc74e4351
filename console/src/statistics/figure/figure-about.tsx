import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { FigureValue } from '@brigade/contract/statistics/statistics.model.ts'
import { Suspense, lazy, useState } from 'react'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { statisticsText } from '../statistics.text.ts'
import css from './figure.module.css'
import { formatFigure, unitWords } from './figure-format.ts'

const TargetDialog = lazy(() => import('./target-dialog.tsx').then((module) => ({ default: module.TargetDialog })))

type Props = {
  figureKey: FigureKey
  reason: FigureValue['reason']
  until: FigureValue['until']
  /** The sentence about devices that have left. */
  moved: string
  target: number | null
  maySetTarget: boolean
}

/** The "i" of a figure: its formula in words, how far it reaches, and the target of the organisation. */
export function FigureAbout({ figureKey, reason, until, moved, target, maySetTarget }: Props) {
  const w = useWords(statisticsText)
  const nameOf = useNameOf()
  const [isOpen, setOpen] = useState(false)
  const [isSetting, setSetting] = useState(false)
  const { name, formula, unit } = figures[figureKey]
  const title = nameOf(name)
  return (
    <>
      <PopPanel
        label={w.about({ name: title })}
        position="bottom-start"
        isOpen={isOpen}
        onOpenChange={setOpen}
        target={
          <IconButton
            icon="info"
            size="small"
            label={w.about({ name: title })}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        }
      >
        <Stack gap="8" justifyItems="start" className={css.about} tabIndex={-1} data-autofocus>
          <b>{title}</b>
          <p>{nameOf(formula)}</p>
          {reason === null ? null : <Text.p tone="ink-3">{w[`reason-${reason}`]}</Text.p>}
          {moved === '' ? null : <Text.p tone="ink-3">{moved}</Text.p>}
          {until === null ? null : <Text.p tone="ink-3">{w.until({ day: until })}</Text.p>}
          {target === null ? null : (
            <p>{`${w.targetOf({ value: formatFigure(target, unit) })} ${nameOf(unitWords(unit))}`}</p>
          )}
          {maySetTarget ? (
            <Button
              size="small"
              onClick={() => {
                setOpen(false)
                setSetting(true)
              }}
            >
              {target === null ? w.setTarget : w.changeTarget}
            </Button>
          ) : null}
        </Stack>
      </PopPanel>
      {isSetting ? (
        <Suspense fallback={null}>
          <TargetDialog figureKey={figureKey} target={target} onClose={() => setSetting(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
