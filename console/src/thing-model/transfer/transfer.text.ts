import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import type { ModelFormat } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: number }

/** Each format has a name and an explanation of its use. */
export const formatWords: Readonly<Record<ModelFormat, Readonly<{ name: Words; use: Words }>>> = {
  alink: {
    name: { en: 'Alink thing model, JSON', zh: 'Alink 物模型（JSON）' },
    use: {
      en: 'One document with all functions, as Alibaba Cloud’s console exports it',
      zh: '包含全部功能的单个文档，与阿里云控制台导出的格式一致',
    },
  },
  zip: {
    name: { en: 'Modules, ZIP', zh: '分模块文件（ZIP）' },
    use: {
      en: 'A file for each module, to import there module by module',
      zh: '每个模块一个文件，便于在阿里云按模块导入',
    },
  },
  api: {
    name: { en: 'API dialect, JSON', zh: 'API 格式（JSON）' },
    use: { en: 'For programs written against Alibaba Cloud’s API', zh: '供对接阿里云 API 的程序使用' },
  },
  modbus: {
    name: { en: 'Modbus registers, JSON', zh: 'Modbus 寄存器配置（JSON）' },
    use: { en: 'The register of each property, for a modem (DTU)', zh: '各属性对应的寄存器，供 DTU 使用' },
  },
  bundle: {
    name: { en: 'Thing model and registers, ZIP', zh: '物模型与寄存器（ZIP）' },
    use: { en: 'Everything in one file: for a copy, or to keep', zh: '完整内容合为一个文件，适合复制型号或备份' },
  },
}

export const exportText = words({
  export: word.export,
  exportNamed: {
    en: (p: { name: string }) => `Export ${p.name}`,
    zh: (p: { name: string }) => `导出 ${p.name}`,
  },
  title: { en: 'Export the thing model', zh: '导出物模型' },
  which: { en: 'Which one', zh: '导出内容' },
  published: { en: (p: { name: string }) => `Published ${p.name}`, zh: (p: { name: string }) => `已发布 ${p.name}` },
  draft: word.draft,
  saved: { en: (p: { file: string }) => `${p.file} is saved`, zh: (p: { file: string }) => `已导出 ${p.file}` },
  nothing: { en: 'There is nothing to export yet', zh: '暂无可导出的内容' },
})

export const importText = words({
  title: { en: 'Import thing model', zh: '导入物模型' },
  intro: {
    en: 'A thing model replaces the functions of the draft; a register document replaces only registers. The file is checked and shown first: nothing changes until you import.',
    zh: '物模型文件会替换草稿中的全部功能，寄存器配置只替换寄存器。文件会先检查并预览，确认导入前不会有任何改动。',
  },
  way: { en: 'Where it comes from', zh: '导入方式' },
  file: { en: 'File', zh: '文件' },
  paste: { en: 'Paste JSON', zh: '粘贴 JSON' },
  limits: {
    en: (p: { json: string; zip: string; files: number }) =>
      `Alink JSON, API dialect or Modbus registers up to ${p.json} KB; ZIP up to ${p.zip} MB with ${counting(p.files, 'file')}`,
    zh: (p: { json: string; zip: string; files: number }) =>
      `Alink JSON、API 格式或 Modbus 寄存器配置，不超过 ${p.json} KB；ZIP 不超过 ${p.zip} MB、${p.files} 个文件`,
  },
  jsonTooLarge: {
    en: (p: { json: string }) => `A JSON file can have up to ${p.json} KB`,
    zh: (p: { json: string }) => `JSON 文件不能超过 ${p.json} KB`,
  },
  pasted: { en: 'Thing model or register document', zh: '物模型或寄存器配置' },
  pastedName: { en: 'pasted.json', zh: '粘贴内容.json' },
  check: { en: 'Check', zh: '检查' },
  checking: { en: 'The file is being checked', zh: '正在检查文件' },
  nothingPasted: { en: 'Paste the document first', zh: '请先粘贴内容' },
  checked: { en: 'The file is valid. Nothing has changed yet.', zh: '文件检查通过，尚未做任何改动。' },
  found: { en: 'Found in the file', zh: '文件内容' },
  properties: word.properties,
  events: word.events,
  services: { en: 'Services', zh: '服务' },
  registers: { en: 'Registers', zh: '寄存器' },
  modules: { en: 'Modules', zh: '模块' },
  wouldChange: {
    en: (p: Count) => `Importing makes ${p.count} ${p.count === 1 ? 'change' : 'changes'} to the draft`,
    zh: (p: Count) => `导入后草稿将有 ${p.count} 项变更`,
  },
  noChange: {
    en: 'The draft is already the same: importing would change nothing.',
    zh: '草稿内容与文件相同，导入不会产生变更。',
  },
  breaks: {
    en: (p: Count) => `${p.count} of them would break what uses the draft’s functions now.`,
    zh: (p: Count) => `其中 ${p.count} 项与草稿现有功能不兼容。`,
  },
  changes: { en: 'What would change', zh: '变更预览' },
  change: word.change,
  function: word.function,
  identifier: word.identifier,
  kind: word.kind,
  why: { en: 'Breaking because', zh: '不兼容原因' },
  import: { en: 'Import into the draft', zh: '导入到草稿' },
  another: { en: 'Another file', zh: '更换文件' },
  done: {
    en: (p: Count) => `Imported: the draft has ${p.count} ${p.count === 1 ? 'change' : 'changes'}`,
    zh: (p: Count) => `导入成功，草稿有 ${p.count} 项变更`,
  },

  refused: {
    en: (p: Count) =>
      `The file cannot be imported: ${p.count} ${p.count === 1 ? 'problem' : 'problems'}. Nothing has changed.`,
    zh: (p: Count) => `文件无法导入，共 ${p.count} 个问题，草稿未做任何改动。`,
  },
  problems: { en: 'Problems in the file', zh: '文件中的问题' },
  inFile: { en: 'File', zh: '文件' },
  path: { en: 'Path', zh: '位置' },
  problem: { en: 'Problem', zh: '问题' },
  whole: { en: 'whole file', zh: '整个文件' },
  copy: { en: 'Copy all', zh: '复制全部' },
  reasonMark: { en: '; ', zh: '；' },
})
