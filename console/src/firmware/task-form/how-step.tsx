import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { rateLimits } from '@brigade/contract/firmware/task.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { MomentField } from '../../ui/field/moment-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Grid, Text } from '../../ui/layout/layout.tsx'
import shared from '../firmware.module.css'
import css from './task-form.module.css'
import { taskFormText } from './task-form.text.ts'
import type { TaskForm } from './use-task-form.ts'

/** The fields for rate, start and end. */
export function HowStep({ form, isFixed }: { form: TaskForm; isFixed: boolean }) {
  const w = useWords(taskFormText)
  const { typed, put, errorOf } = form
  const { data } = useQuery(ask(upgradeTaskApi.taskFigures, {}, { quiet: true }))
  return (
    <>
      <TextField
        label={w.rate}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(rateLimits.most).length}
        hint={data === undefined ? w.rateHint : w.rateHintCap({ n: formatNumber(data.atOnce) })}
        value={typed.rate}
        error={errorOf('plan.ratePerMinute')}
        onChange={(event) => put({ rate: event.currentTarget.value })}
      />
      <Grid gap="0 16" columns="2" className={shared.pair}>
        <MomentField
          label={w.start}
          hint={w.startHint}
          disabled={isFixed}
          value={typed.startAt}
          error={errorOf('startAt')}
          onChange={(startAt) => put({ startAt })}
        />
        <MomentField
          label={w.end}
          hint={w.endHint}
          value={typed.endAt}
          error={errorOf('endAt')}
          onChange={(endAt) => put({ endAt })}
        />
      </Grid>
      <p className={css.note}>
        <StateShape name="standby" />
        {w.retryHint}
      </p>
      <NoHaltNote />
    </>
  )
}

/** Explains that with a single wave only people watch for failures. */
export function NoHaltNote() {
  const w = useWords(taskFormText)
  return (
    <Text.p ground="bad-soft" weight="500" className={css.grave} role="note">
      <StateShape name="error" />
      {w.noHalt}
    </Text.p>
  )
}
