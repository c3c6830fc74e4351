import type { Locale } from '@brigade/contract/locale.ts'
import { messageLimits, messageTypes } from '@brigade/contract/message/message.model.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import type { TaskDetail } from '@brigade/contract/message/task.model.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { MomentField } from '../../ui/field/moment-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { Box, Grid, Stack } from '../../ui/layout/layout.tsx'
import css from '../message.module.css'
import { messageText, taskFormText } from '../message.text.ts'
import { AudienceFields } from './audience-fields.tsx'
import { OpensField } from './opens-field.tsx'
import { PushPreview } from './push-preview.tsx'
import { audienceOf, nothingTyped, typedTask, type TypedTask } from './task-typed.ts'
import { useTaskForm, type TaskForm } from './use-task-form.ts'

/** A push task: new, or an existing one before it is sent. Beside it a phone shows the text. */
export function PushForm({ task }: { task: TaskDetail | null }) {
  const sheet = useSheet()
  const w = useWords(taskFormText)
  const add = useSend(taskApi.addTask, { quiet: true })
  const update = useSend(taskApi.updateTask, { quiet: true })
  const form = useTaskForm({
    initial: task === null ? nothingTyped : typedTask(task),
    async send(draft) {
      if (task === null) {
        const { receivers } = await add.mutateAsync(draft)
        const n = formatNumber(receivers)
        toastDone(draft.pushAt === null ? w.sentTo({ n }) : w.plannedFor({ n, time: formatTime(draft.pushAt) }))
      } else {
        await update.mutateAsync({ ...draft, id: task.id, updatedAt: task.updatedAt })
        toastDone(w.saved)
      }
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const { count, countError } = useCount(form.typed, task?.id)
  const verb = task !== null ? w.save : form.typed.isLater ? w.plan : w.send
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={verb}>
      <Grid gap="0 24" align="start" className={css.form}>
        <Stack gap="4" shrink>
          <RefusedNote message={form.refused} />
          <TextFields form={form} />
          <AudienceFields form={form} taskId={task?.id} count={count} countError={countError} />
          <WhenFields form={form} />
          {count?.needsPassword === true ? (
            <PasswordField
              label={w.password}
              hint={w.passwordHint}
              required
              autoComplete="current-password"
              value={form.password}
              error={form.errorOf('password')}
              onChange={(event) => form.setPassword(event.currentTarget.value)}
            />
          ) : null}
        </Stack>
        <Stack gap="12" justifyItems="center" className={css.aside}>
          <PushPreview typed={form.typed} />
          <SendTest form={form} />
        </Stack>
      </Grid>
    </SheetForm>
  )
}

/** The count of the audience as it is chosen; of a task that is edited, as that task reaches it. */
function useCount(typed: TypedTask, taskId: string | undefined) {
  const question = { audience: audienceOf(typed), type: typed.type, ...(taskId === undefined ? {} : { taskId }) }
  const { data, error } = useQuery({
    queryKey: ['message', 'count', question],
    queryFn: async ({ signal }) => call(taskApi.count, question, { signal, quiet: true }),
    placeholderData: (before) => before,
    meta: { quiet: true },
  })
  return { count: data, countError: error?.message }
}

function TextFields({ form }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const m = useWords(messageText)
  const { typed, put, errorOf, leave } = form
  const change = (locale: Locale, part: Partial<TypedTask['en']>): void =>
    put(locale === 'en' ? { en: { ...typed.en, ...part } } : { zh: { ...typed.zh, ...part } })
  return (
    <>
      <Grid gap="0 16" columns="2" className={css.pair}>
        <SelectField
          label={m.type}
          required
          value={typed.type}
          options={messageTypes.map((type) => ({ value: type, label: m[`type-${type}`] }))}
          onChange={(value) => put({ type: messageTypes.find((type) => type === value) ?? 'notice' })}
        />
        <SelectField
          label={w.deviceType}
          value={typed.deviceType}
          placeholder={w.noDevice}
          clearable
          options={(['oven', 'cooler'] as const).map((kind) => ({ value: kind, label: m[`device-${kind}`] }))}
          onChange={(value) => put({ deviceType: value === 'oven' || value === 'cooler' ? value : null })}
        />
      </Grid>
      {(['en', 'zh'] as const).map((locale) => (
        <Box.fieldset key={locale} margin="0 0 12" padding="0" border="none" shrink className={css.fieldset}>
          <legend>{locale === 'en' ? w.textEn : w.textZh}</legend>
          <TextField
            label={`${w.subject} (${locale === 'en' ? w.textEn : w.textZh})`}
            value={typed[locale].title}
            maxLength={messageLimits.title}
            autoComplete="off"
            hint={w.otherStandsIn}
            error={errorOf(`words.${locale}.title`)}
            onChange={(event) => change(locale, { title: event.currentTarget.value })}
            onBlur={() => leave(`words.${locale}.title`)}
          />
          <TextArea
            label={`${w.content} (${locale === 'en' ? w.textEn : w.textZh})`}
            value={typed[locale].content}
            most={messageLimits.content}
            error={errorOf(`words.${locale}.content`)}
            onChange={(event) => change(locale, { content: event.currentTarget.value })}
            onBlur={() => leave(`words.${locale}.content`)}
          />
        </Box.fieldset>
      ))}
      <OpensField form={form} />
    </>
  )
}

function WhenFields({ form }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const { typed, put, errorOf, leave } = form
  return (
    <Box.fieldset margin="0 0 12" padding="0" border="none" shrink className={css.fieldset}>
      <legend>{w.when}</legend>
      <Segments
        label={w.when}
        value={typed.isLater ? 'later' : 'now'}
        onChange={(value) => put({ isLater: value === 'later' })}
        options={[
          { value: 'now', label: w.now },
          { value: 'later', label: w.later },
        ]}
      />
      <Grid gap="0 16" columns="2" marginTop="12" className={css.pair}>
        {typed.isLater ? (
          <MomentField
            label={w.at}
            hint={w.atHint}
            required
            value={typed.pushAt}
            error={errorOf('pushAt')}
            onChange={(pushAt) => put({ pushAt })}
            onBlur={() => leave('pushAt')}
          />
        ) : null}
        <MomentField
          label={w.validUntil}
          hint={w.validHint}
          value={typed.validUntil}
          error={errorOf('validUntil')}
          onChange={(validUntil) => put({ validUntil })}
          onBlur={() => leave('validUntil')}
        />
      </Grid>
    </Box.fieldset>
  )
}

function SendTest({ form: { typed } }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const test = useSend(taskApi.testTask)
  const hasText = typed.en.title !== '' || typed.zh.title !== ''
  return (
    <Button
      icon="send"
      busy={test.isPending}
      disabledReason={hasText ? undefined : w.noText}
      onClick={() =>
        test.mutate(
          { type: typed.type, words: { en: typed.en, zh: typed.zh } },
          { onSuccess: () => toastDone(w.tested) },
        )
      }
    >
      {w.test}
    </Button>
  )
}
