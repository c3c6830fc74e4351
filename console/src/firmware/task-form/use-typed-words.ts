import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { taskTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { firmwareText } from '../firmware.text.ts'
import { useModuleName } from '../module-name.tsx'
import { modelText } from '../model/model.text.ts'
import { taskText } from '../task.text.ts'
import { taskFormText } from './task-form.text.ts'
import type { TypedTask } from './task-typed.ts'
import { useDraftModel } from './what-step.tsx'

/** The contents of the form, field by field in words, for the summary and for conflicts between two people. */
export function useTypedWords(modelId: string): (name: keyof TypedTask, typed: TypedTask) => string {
  const w = useWords(taskFormText)
  const f = useWords(firmwareText)
  const t = useWords(taskText)
  const m = useWords(modelText)
  const locale = useLocale()
  const moduleName = useModuleName()
  const model = useDraftModel(modelId)
  const { data: versions = [] } = useQuery({
    ...ask(firmwareApi.versionOptions, { modelId }, { quiet: true }),
    enabled: modelId !== '',
  })
  const targetWords = (targets: TypedTask['targets']): string =>
    Object.entries(targets)
      .map(([module, id]) => `${moduleName(module)} ${versions.find((one) => one.id === id)?.number ?? ''}`)
      .join(' + ')
  const listWords = ({ list, deviceIds }: TypedTask): string => {
    if (list !== null) return w.listed({ name: list.name, n: formatNumber(list.devices) })
    return deviceIds.length === 0 ? '' : w.someDevices({ n: formatNumber(deviceIds.length) })
  }
  const tick = (isOn: boolean): string => (isOn ? m.yes : m.no)
  const moment = (text: string): string => text.replace('T', ' ')
  return (name, typed) => {
    switch (name) {
      case 'type':
        return taskTypeWords[typed.type][locale]
      case 'modelId':
        return model?.id === typed.modelId ? model.name : ''
      case 'targets':
        return targetWords(typed.targets)
      case 'sources':
        return typed.sources.join(f.listMark)
      case 'list':
      case 'deviceIds':
        return listWords(typed)
      case 'conditions':
        return w.conditionCount({ n: formatNumber(typed.conditions.length) })
      case 'rate':
        return w.rateOf({ n: formatNumber(Number(typed.rate)) })
      case 'startAt':
        return typed.startAt === '' ? t.atOnce : moment(typed.startAt)
      case 'endAt':
        return typed.endAt === '' ? t.noEnd : moment(typed.endAt)
      case 'allowArchived':
      case 'allowDowngrade':
      case 'allowUnknown':
        return tick(typed[name])
      default:
        return typed[name] ?? ''
    }
  }
}
