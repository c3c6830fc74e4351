import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import type { CallError } from '../../platform/call-error.ts'
import { useWords } from '../../platform/locale.ts'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { firmwareText } from '../firmware.text.ts'
import { taskFormText } from './task-form.text.ts'
import { typedTask, type TypedTask } from './task-typed.ts'
import { useTypedWords } from './use-typed-words.ts'

type Props = {
  /** The refusal. */
  by: CallError
  /** The task when the edit began, and the task now. */
  base: UpgradeTaskDetail
  now: UpgradeTaskDetail
  mine: TypedTask
  onGoOn: (typed: TypedTask) => void
}

/** Shows what both people changed in this task, and which changes were taken over. */
export function TaskClash({ by, base, now, mine, onGoOn }: Props) {
  const w = useWords(taskFormText)
  const f = useWords(firmwareText)
  const words = useTypedWords(now.model.id)
  const approvers = new Map([base.approver, now.approver].flatMap((one) => (one === null ? [] : [[one.id, one.name]])))
  const shown = (name: keyof TypedTask, typed: TypedTask): string => {
    if (name !== 'approverId') return words(name, typed)
    return typed.approverId === null ? w.anyApprover : (approvers.get(typed.approverId) ?? typed.approverId)
  }
  return (
    <FieldClash
      by={by}
      base={typedTask(base)}
      mine={mine}
      theirs={typedTask(now)}
      labels={{
        name: w.name,
        description: w.description,
        type: w.type,
        modelId: f.model,
        targets: w.target,
        sources: w.sources,
        list: w.list,
        deviceIds: w.list,
        pasted: w.pasted,
        conditions: w.conditions,
        rate: w.rate,
        allowDowngrade: w.downgrade,
        allowUnknown: w.unknownTick,
        allowArchived: w.allowArchived,
        approverId: w.approver,
        startAt: w.start,
        endAt: w.end,
      }}
      shown={shown}
      onGoOn={onGoOn}
    />
  )
}
