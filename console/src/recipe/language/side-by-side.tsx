import { pointsIn } from '@brigade/contract/letters/points.rules.ts'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import type { RecipeLanguages } from '@brigade/contract/recipe/language.model.ts'
import {
  recipeLanguages,
  recipeLimits,
  type RecipeLanguage,
  type RecipeTexts,
} from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { MissingPage } from '../../shell/missing-page.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Box, Grid, Row as RowBox, Stack, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { HeadBones } from '../../ui/page/head-card.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { nameCounter } from '../names/name-counter.ts'
import { languageHref, translateHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import css from './language.module.css'
import { languageText } from './language.text.ts'
import { recipeWords } from '../recipe.text.ts'
import { gapsIn, nextGap, textRows, withTextAt, type TextRow } from './text-rows.ts'

type Props = { id: string; wanted: RecipeLanguage | undefined }

/** The base language of a recipe beside another one. */
export function SideBySide({ id, wanted }: Props) {
  const r = useWords(recipeWords)
  const w = useWords(languageText)
  const { data, error, refetch } = useQuery(ask(recipeLanguageApi.languages, { id }, { quiet: true }))
  const nameOf = useRecipeName()
  usePageTitle(data === undefined ? undefined : nameOf(namesIn(data), data.baseLanguage))
  if (data === undefined) {
    if (error === null) return <HeadBones figures={2} />
    if (error.status === 404)
      return (
        <MissingPage title={error.message} back={{ href: languageHref, label: w.toMatrix }}>
          {r.missing}
        </MissingPage>
      )
    return <ErrorPanel isScreen message={error.message} onRetry={() => void refetch()} />
  }
  return <Beside languages={data} wanted={wanted} />
}

const namesIn = ({ list }: RecipeLanguages) =>
  Object.fromEntries(list.map(({ language, texts: { name } }) => [language, name]))

function Beside({ languages, wanted }: { languages: RecipeLanguages; wanted: RecipeLanguage | undefined }) {
  const w = useWords(languageText)
  const locale = useLocale()
  const can = useCan()
  const { id, list, baseLanguage, isOwn } = languages
  const others = list.filter(({ isBase }) => !isBase).map(({ language }) => language)
  const isWanted = wanted !== undefined && wanted !== baseLanguage
  const language = isWanted ? wanted : others[0]
  const nameOf = useRecipeName()
  const name = nameOf(namesIn(languages), baseLanguage)
  const missing = recipeLanguages.filter((each) => !list.some((row) => row.language === each) && each !== language)
  const mayEdit = isOwn && can('recipe:translate')
  return (
    <Stack>
      <RowBox gap="8 16" padding="8 gutter" align="center" wrap className={css.top}>
        <h1>{w.of({ name })}</h1>
        <span className="mono">{languages.code}</span>
        <Box.span grow />
        <Button size="small" icon="table" onClick={() => go(languageHref)}>
          {w.toMatrix}
        </Button>
        {mayEdit && missing.length > 0 ? (
          <ActionMenu
            target={
              <Button size="small" icon="plus">
                {w.add}
              </Button>
            }
            actions={missing.map((each) => ({
              key: each,
              label: recipeLanguageWords[each][locale],
              href: translateHref(id, each),
            }))}
          />
        ) : null}
      </RowBox>
      <Tabs
        label={w.language}
        current={language ?? ''}
        tabs={[...others, ...(language !== undefined && !others.includes(language) ? [language] : [])].map((each) => ({
          key: each,
          label: recipeLanguageWords[each][locale],
          href: translateHref(id, each),
        }))}
      />
      {language === undefined ? (
        <EmptyPanel icon="language" title={w.onlyBase} hint={w.onlyBaseHint} />
      ) : (
        <TextsOf key={language} languages={languages} language={language} mayEdit={mayEdit} />
      )}
    </Stack>
  )
}

const noTexts: RecipeTexts = { name: '', description: '', stages: {} }
type TextsProps = { languages: RecipeLanguages; language: RecipeLanguage; mayEdit: boolean }

function TextsOf({ languages, language, mayEdit }: TextsProps) {
  const w = useWords(languageText)
  const locale = useLocale()
  const list = useRef<HTMLDivElement>(null)
  const { id, baseLanguage } = languages
  const base = languages.list.find(({ isBase }) => isBase)
  const own = languages.list.find((row) => row.language === language)
  const [typed, setTyped] = useKept<{ texts: RecipeTexts; updatedAt: string } | null>(`texts ${language}`, null)
  const texts = typed?.texts ?? own?.texts ?? noTexts
  const rows = textRows(languages, base?.texts, texts)
  const save = useSend(recipeLanguageApi.saveTexts, { quiet: true })
  const refused = save.error instanceof CallError ? save.error : null
  const gaps = gapsIn(rows)
  const focusGap = (): void => {
    const at = document.activeElement?.closest('[data-text]')?.getAttribute('data-text') ?? null
    const key = nextGap(rows, at)
    if (key !== null) list.current?.querySelector<HTMLElement>(`[data-text="${key}"] textarea`)?.focus()
  }
  useGapKey(focusGap)
  const put = (key: string, text: string): void =>
    setTyped((before) => ({
      texts: withTextAt(before?.texts ?? texts, key, text),
      updatedAt: before?.updatedAt ?? languages.updatedAt,
    }))
  const send = async (): Promise<void> => {
    try {
      await save.mutateAsync({ id, language, texts, updatedAt: typed?.updatedAt ?? languages.updatedAt })
      setTyped(null)
      toastDone(w.saved)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Box padding="12 gutter 24">
      <RowBox gap="8 12" padding="8 0" align="center" ground="paper" wrap className={css.bar}>
        <span role="status">{gaps === 0 ? w.complete : w.gaps({ n: formatNumber(gaps) })}</span>
        <Button size="small" icon="arrow-down" disabledReason={gaps === 0 ? w.noGap : undefined} onClick={focusGap}>
          {w.nextGap}
        </Button>
        <Text.kbd size="xs" tone="ink-3">
          {w.gapKey}
        </Text.kbd>
        <Box.span grow />
        {mayEdit ? (
          <>
            {own === undefined ? null : <RemoveLanguage languages={languages} language={language} />}
            <Button
              look="primary"
              busy={save.isPending}
              disabledReason={typed === null ? w.saved : undefined}
              onClick={() => void send()}
            >
              {w.save}
            </Button>
          </>
        ) : null}
      </RowBox>
      <RefusedNote message={refused} />
      <Heads language={language} baseLanguage={baseLanguage} />
      <div ref={list}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            language={language}
            baseLanguage={baseLanguage}
            isOutdated={own?.outdated.includes(row.key) === true && textOf(own.texts, row, languages) === row.text}
            error={refused?.fieldIn(`texts.${row.key}`, locale)}
            onType={mayEdit ? (text) => put(row.key, text) : undefined}
          />
        ))}
      </div>
      <UnsavedGuard when={typed !== null} keys={['id', 'language']} />
    </Box>
  )
}

function Heads({ language, baseLanguage }: { language: RecipeLanguage; baseLanguage: RecipeLanguage }) {
  const w = useWords(languageText)
  const locale = useLocale()
  return (
    <Grid
      gap="8 24"
      padding="8 12"
      columns="halves"
      size="xs"
      weight="500"
      tone="ink-3"
      borderBottom
      className={css.heads}
      aria-hidden="true"
    >
      <span>{w.base({ name: recipeLanguageWords[baseLanguage][locale] })}</span>
      <span>{recipeLanguageWords[language][locale]}</span>
    </Grid>
  )
}

const textOf = (texts: RecipeTexts, { key }: TextRow, languages: RecipeLanguages): string =>
  textRows(languages, undefined, texts).find((row) => row.key === key)?.text ?? ''

/** Alt and N go to the next gap from anywhere on the page. */
function useGapKey(onGap: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyN') return
      event.preventDefault()
      onGap()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

type RowProps = {
  row: TextRow
  language: RecipeLanguage
  baseLanguage: RecipeLanguage
  isOutdated: boolean
  error: string | undefined
  onType: ((text: string) => void) | undefined
}

function Row({ row, language, baseLanguage, isOutdated, error, onType }: RowProps) {
  const w = useWords(languageText)
  const name = row.key === 'name' ? w.name : row.key === 'description' ? w.description : w.stage({ n: row.stage ?? 0 })
  const label = row.isPause ? `${name}, ${w.pause}` : name
  const isGap = row.base.trim() !== '' && row.text.trim() === ''
  const counter =
    row.key === 'name' ? nameCounter(row.text) : `${pointsIn(row.text.trim())} / ${recipeLimits.description}`
  const errorId = `text-${row.key}`
  return (
    <Grid gap="8 24" columns="halves" borderBottom className={`${css.row} ${isGap ? css.gap : ''}`} data-text={row.key}>
      <div lang={baseLanguage}>
        <RowBox.span gap="8" size="xs" tone="ink-3" className={css.label}>
          {label}
        </RowBox.span>
        <Text.p tone={row.base === '' ? 'ink-4' : undefined}>{row.base === '' ? w.emptyInBase : row.base}</Text.p>
      </div>
      <div>
        <RowBox.span gap="8" size="xs" tone="ink-3" className={css.label}>
          {isOutdated ? (
            <Text.b tone="warn" weight="500">
              {w.outdated}
            </Text.b>
          ) : null}
          <Box.span grow />
          <span aria-hidden="true">{counter}</span>
        </RowBox.span>
        <textarea
          lang={language}
          rows={row.key === 'name' ? 1 : 2}
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          readOnly={onType === undefined}
          value={row.text}
          onChange={(event) => onType?.(event.currentTarget.value.replaceAll('\n', ' '))}
        />
        {error === undefined ? null : (
          <Text.p tone="bad" size="xs" id={errorId}>
            {error}
          </Text.p>
        )}
      </div>
    </Grid>
  )
}

function RemoveLanguage({ languages, language }: Omit<TextsProps, 'mayEdit'>) {
  const w = useWords(languageText)
  const locale = useLocale()
  const [isAsking, setAsking] = useState(false)
  const remove = useSend(recipeLanguageApi.removeTexts, { quiet: true })
  return (
    <>
      <IconButton icon="trash" label={w.remove} onClick={() => setAsking(true)} />
      <ConfirmAction
        title={w.removeTitle({ name: recipeLanguageWords[language][locale] })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.remove}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ id: languages.id, language, updatedAt: languages.updatedAt })
          go(translateHref(languages.id))
        }}
      >
        {w.removeBody}
      </ConfirmAction>
    </>
  )
}
