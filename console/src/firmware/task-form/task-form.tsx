import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import type { UpgradeTaskDraft } from '@brigade/contract/firmware/reach.model.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Stack } from '../../ui/layout/layout.tsx'
import { taskHref } from '../firmware-address.ts'
import { firmwareText } from '../firmware.text.ts'
import { leaveFor } from '../leave-sheet.ts'
import { CheckStep } from './check-step.tsx'
import { HowStep } from './how-step.tsx'
import { TaskClash } from './task-clash.tsx'
import css from './task-form.module.css'
import { taskFormText } from './task-form.text.ts'
import { formSteps, nothingTyped, typedTask, type FormStep } from './task-typed.ts'
import { useTaskForm, type TaskForm } from './use-task-form.ts'
import { WhatStep } from './what-step.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { DeviceListField } from './device-list-field.tsx'
import { DryRunPanel } from './dry-run-panel.tsx'

type Base = UpgradeTaskDetail | null
/** Statuses in which the content was approved or waits for approval. */
const approvedStatuses: ReadonlySet<string> = new Set(['EXAMINE_WAIT', 'EXAMINE_PASS', 'ENABLE', 'DISABLE'])

/** Four steps: the versions, the devices, the plan, and a last look before it is submitted to an approver. */
export function TaskFormSteps({ task }: { task: Base }) {
  const sheet = useSheet()
  const w = useWords(taskFormText)
  const { form, base, clash, goOn } = useSending(task, sheet.done)
  const [asking, setAsking] = useState<'draft' | 'submit' | null>(null)
  useDirty(form.isDirty)
  const voids = base !== null && approvedStatuses.has(base.status)
  const isFixed = base !== null && base.wasStarted
  const send = async (how: 'draft' | 'submit'): Promise<void> => {
    if (voids && formSteps.every(form.isRight)) setAsking(how)
    else await form.submit(how)
  }
  return (
    <Stack.form flex grow onSubmit={(event) => event.preventDefault()} noValidate>
      <Steps form={form} />
      {clash === null || base === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <TaskClash by={clash.by} base={base} now={clash.now} mine={form.typed} onGoOn={goOn} />
      )}
      {voids ? <Note words={w.voids} /> : null}
      {isFixed ? <Note words={w.fixed} /> : null}
      {form.step === 'what' ? <WhatStep form={form} isFixed={isFixed} /> : null}
      {form.step === 'who' ? <WhoStep form={form} isFixed={isFixed} /> : null}
      {form.step === 'how' ? <HowStep form={form} isFixed={isFixed} /> : null}
      {form.step === 'check' ? <CheckStep form={form} taskId={base?.id} /> : null}
      <Foot form={form} onSend={send} />
      <ConfirmAction
        title={w.voidsTitle}
        isOpen={asking !== null}
        onClose={() => setAsking(null)}
        confirmLabel={asking === 'submit' ? w.submit : w.saveDraft}
        onConfirm={() => void (asking === null ? undefined : form.submit(asking))}
      >
        {w.voids}
      </ConfirmAction>
    </Stack.form>
  )
}

/** Adds it or changes it; another person's change is shown beside one's own. */
function useSending(task: Base, onDone: () => void) {
  const w = useWords(taskFormText)
  const add = useSend(upgradeTaskApi.addTask, { quiet: true })
  const update = useSend(upgradeTaskApi.updateTask, { quiet: true })
  const [base, setBase] = useState(task)
  const [clash, setClash] = useState<{ by: CallError; now: UpgradeTaskDetail } | null>(null)
  const write = async (draft: UpgradeTaskDraft): Promise<string> => {
    if (base === null) return (await add.mutateAsync(draft)).id
    try {
      return (await update.mutateAsync({ ...draft, id: base.id, updatedAt: base.updatedAt })).id
    } catch (error) {
      if (error instanceof CallError && error.key === 'firmware.changedSince') {
        const now = await call(upgradeTaskApi.task, { id: base.id }, { quiet: true }).catch(() => undefined)
        if (now !== undefined) setClash({ by: error, now })
      }
      throw error
    }
  }
  const form = useTaskForm({
    initial: base === null ? nothingTyped : typedTask(base),
    async send(draft) {
      const id = await write(draft)
      toastDone((draft.submit ? w.submitted : w.saved)({ name: draft.name }))
      if (base === null) leaveFor(onDone, taskHref(id))
      else onDone()
    },
  })
  const goOn = (mine: TaskForm['typed']): void => {
    if (clash === null) return
    form.rebase(typedTask(clash.now), mine)
    setBase(clash.now)
    setClash(null)
  }
  return { form, base, clash, goOn }
}

function Steps({ form }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  return (
    <Row.ol gap="8" marginBottom="16" className={css.steps} aria-label={w.steps}>
      {formSteps.map((step, at) => (
        <Box.li key={step} grow shrink>
          <Row.button
            gap="8"
            padding="8 4"
            align="center"
            tone="ink-3"
            weight="500"
            textAlign="left"
            full
            nowrap
            type="button"
            aria-current={step === form.step ? 'step' : undefined}
            onClick={() => form.goTo(step)}
          >
            <Stack.b
              align="center"
              justifyItems="center"
              ground="hover"
              tone="ink-2"
              size="xs"
              weight="600"
              rigid
              aria-hidden="true"
            >
              {at + 1}
            </Stack.b>
            {w[step]}
          </Row.button>
        </Box.li>
      ))}
    </Row.ol>
  )
}

const Note = ({ words }: { words: string }) => (
  <p className={css.note} role="note">
    <StateShape name="replaced" tone="warn" />
    {words}
  </p>
)

function Foot({ form, onSend }: { form: TaskForm; onSend: (how: 'draft' | 'submit') => Promise<void> }) {
  const sheet = useSheet()
  const w = useWords(taskFormText)
  const f = useWords(firmwareText)
  const at = formSteps.indexOf(form.step)
  const [before, after]: [FormStep | undefined, FormStep | undefined] = [formSteps[at - 1], formSteps[at + 1]]
  return (
    <DialogFoot>
      <Button onClick={sheet.leave}>{f.cancel}</Button>
      {before === undefined ? null : <Button onClick={() => form.goTo(before)}>{w.back}</Button>}
      {after === undefined ? (
        <>
          <Button busy={form.sent === 'draft'} onClick={() => void onSend('draft')}>
            {w.saveDraft}
          </Button>
          <Button look="primary" icon="send" busy={form.sent === 'submit'} onClick={() => void onSend('submit')}>
            {w.submit}
          </Button>
        </>
      ) : (
        <Button look="primary" onClick={() => form.goTo(after)}>
          {w.next}
        </Button>
      )}
    </DialogFoot>
  )
}

/** The devices: a list if devices are named, conditions, and the reached devices, before any device is touched. */
function WhoStep({ form, isFixed }: { form: TaskForm; isFixed: boolean }) {
  return (
    <>
      {form.typed.type === 'device' ? <DeviceListField form={form} isFixed={isFixed} /> : null}
      <ConditionFields form={form} />
      <DryRunPanel draft={form.draft} />
    </>
  )
}
