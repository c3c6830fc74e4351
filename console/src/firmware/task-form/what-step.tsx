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
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
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
      <Box paddingBottom="16">
        <Text marginBottom="4" size="xs" line="16" weight="500" tone="ink-3" block>
          {w.type}
        </Text>
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
        <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
          {typed.type === 'version' ? w.typeVersion : w.typeDevice}
        </Text.p>
      </Box>
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
    <Box paddingBottom="16">
      <Grid gap="0 16" columns="2" className={shared.pair}>
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
      </Grid>
      {isSuccess && data.length === 0 ? <p className={shared.wrong}>{w.noVersions}</p> : null}
      {modules.length > 1 ? (
        <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
          {w.bothHint}
        </Text.p>
      ) : null}
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
    </Box>
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
    <Box.fieldset margin="0 0 20" padding="0" border="none" shrink className={css.block} aria-busy={data === undefined}>
      <Text.legend margin="0" padding="0 0 8" weight="600">
        {w.sources}
      </Text.legend>
      <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
        {w.sourcesNote}
      </Text.p>
      {data !== undefined && counts.size === 0 ? <Text.p tone="ink-3">{w.noSources}</Text.p> : null}
      <Grid gap="0 16" overflow="auto" className={css.sources}>
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
            <Text.small tone="ink-3">{w.sourceCount({ n: formatNumber(devices) })}</Text.small>
          </Checkbox>
        ))}
      </Grid>
      {problem === undefined ? null : (
        <p className={shared.wrong} role="alert">
          {problem}
        </p>
      )}
    </Box.fieldset>
  )
}
