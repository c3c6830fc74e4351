import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { modulesOf, type FirmwareModelDetail } from '@brigade/contract/firmware/firmware.model.ts'
import { taskLimits, taskTypes } from '@brigade/contract/firmware/reach.model.ts'
import { taskTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { firmwareModelSource } from '../firmware-select.tsx'
import { firmwareText } from '../firmware.text.ts'
import shared from '../firmware.module.css'
import { useModuleName } from '../module-name.tsx'
import css from './task-form.module.css'
import { taskFormText } from './task-form.text.ts'
import type { TaskForm } from './use-task-form.ts'

type Props = { form: TaskForm; isFixed: boolean }

/** The model of a draft, once it is read. */
export function useDraftModel(modelId: string): FirmwareModelDetail | undefined {
  const { data } = useQuery({
    ...ask(firmwareApi.model, { id: modelId }, { quiet: true }),
    enabled: modelId !== '',
  })
  return modelId !== '' && data?.id === modelId ? data : undefined
}

/** The first step: name, way, model, the version of each module, and the versions that it is brought to. */
export function WhatStep({ form, isFixed }: Props) {
  const w = useWords(taskFormText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  const { typed, put, errorOf } = form
  const model = useDraftModel(typed.modelId)
  return (
    <>
      <TextField
        label={w.name}
        required
        startsFocused
        autoComplete="off"
        value={typed.name}
        error={errorOf('name')}
        onChange={(event) => put({ name: event.currentTarget.value })}
      />
      <TextArea
        label={w.description}
        rows={2}
        most={taskLimits.note}
        value={typed.description}
        error={errorOf('description')}
        onChange={(event) => put({ description: event.currentTarget.value })}
      />
      <div className={shared.under}>
        <span className={shared.label}>{w.type}</span>
        {isFixed ? (
          taskTypeWords[typed.type][locale]
        ) : (
          <Segments
            label={w.type}
            value={typed.type}
            options={taskTypes.map((type) => ({ value: type, label: taskTypeWords[type][locale] }))}
            onChange={(type) => put({ type })}
          />
        )}
        <p className={shared.hint}>{typed.type === 'version' ? w.typeVersion : w.typeDevice}</p>
      </div>
      <CascadeField
        label={f.model}
        required
        disabled={isFixed}
        source={firmwareModelSource}
        value={typed.modelId === '' ? [] : [typed.modelId]}
        placeholder={w.needModel}
        error={errorOf('modelId')}
        onChange={([modelId = '']) => put({ modelId, targets: {}, sources: [] })}
      />
      {model === undefined ? null : <Targets form={form} isFixed={isFixed} model={model} />}
      {model === undefined || typed.type === 'device' ? null : <Sources form={form} isFixed={isFixed} model={model} />}
    </>
  )
}

type ModelProps = Props & { model: FirmwareModelDetail }

function Targets({ form, isFixed, model }: ModelProps) {
  const w = useWords(taskFormText)
  const { typed, put, errorOf } = form
  const modules = modulesOf(model)
  const { data = [], isSuccess } = useQuery(ask(firmwareApi.versionOptions, { modelId: model.id }, { quiet: true }))
  const hasArchived = data.some(({ id, isArchived }) => isArchived && Object.values(typed.targets).includes(id))
  return (
    <div className={shared.under}>
      <div className={shared.pair}>
        {modules.map((module) => (
          <TargetField
            key={module}
            form={form}
            module={module}
            isFixed={isFixed}
            isAlone={modules.length === 1}
            options={data.filter((version) => version.module === module)}
          />
        ))}
      </div>
      {isSuccess && data.length === 0 ? <p className={shared.wrong}>{w.noVersions}</p> : null}
      {modules.length > 1 ? <p className={shared.hint}>{w.bothHint}</p> : null}
      {hasArchived || typed.allowArchived ? (
        <Checkbox
          checked={typed.allowArchived}
          disabled={isFixed}
          error={errorOf('plan.allowArchived')}
          onChange={(allowArchived) => put({ allowArchived })}
        >
          {w.allowArchived}
        </Checkbox>
      ) : null}
    </div>
  )
}

type Options = readonly { id: string; number: string; alias: string; isArchived: boolean }[]
type TargetProps = Props & { module: string; isAlone: boolean; options: Options }

function TargetField({ form, isFixed, module, isAlone, options }: TargetProps) {
  const w = useWords(taskFormText)
  const moduleName = useModuleName()
  const { typed, put, errorOf } = form
  const change = (versionId: string | null): void => {
    const { [module]: _before, ...others } = typed.targets
    put({ targets: versionId === null ? others : { ...others, [module]: versionId } })
  }
  return (
    <SelectField
      label={isAlone ? w.target : w.targetOf({ module: moduleName(module) })}
      required={isAlone}
      disabled={isFixed}
      searchable
      clearable={!isAlone}
      placeholder={isAlone ? w.chooseTarget : w.noTarget}
      value={typed.targets[module] ?? null}
      options={options.map(({ id, number, alias, isArchived }) => ({
        value: id,
        label: [number, alias, isArchived ? w.archived : ''].filter(Boolean).join(' · '),
      }))}
      error={errorOf('versionIds')}
      onChange={change}
    />
  )
}

/** The versions that devices report now, each with its count; a chosen version that is no longer reported stays. */
function Sources({ form, isFixed, model }: ModelProps) {
  const w = useWords(taskFormText)
  const { typed, put, errorOf } = form
  const chosenModules = Object.keys(typed.targets)
  const { data, error, refetch } = useQuery(ask(firmwareApi.distribution, { modelId: model.id }, { quiet: true }))
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const counts = new Map<string, number>(typed.sources.map((version) => [version, 0]))
  for (const { module, version, devices } of data?.shares ?? [])
    if (version !== null && (chosenModules.length === 0 || chosenModules.includes(module)))
      counts.set(version, (counts.get(version) ?? 0) + devices)
  const problem = errorOf('sources')
  return (
    <fieldset className={css.block} aria-busy={data === undefined}>
      <legend>{w.sources}</legend>
      <p className={shared.hint}>{w.sourcesNote}</p>
      {data !== undefined && counts.size === 0 ? <p className={shared.quiet}>{w.noSources}</p> : null}
      <div className={css.sources}>
        {[...counts].map(([version, devices]) => (
          <Checkbox
            key={version}
            checked={typed.sources.includes(version)}
            disabled={isFixed}
            onChange={(isOn) =>
              put({ sources: isOn ? [...typed.sources, version] : typed.sources.filter((one) => one !== version) })
            }
          >
            {version}
            <small>{w.sourceCount({ n: formatNumber(devices) })}</small>
          </Checkbox>
        ))}
      </div>
      {problem === undefined ? null : (
        <p className={shared.wrong} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
