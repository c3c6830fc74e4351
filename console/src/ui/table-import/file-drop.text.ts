import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** The place where a file is dropped or chosen. */
export const fileDropText = words({
  dropFile: { en: 'Drop the file here, or', zh: '将文件拖到此处，或' },
  chooseFile: { en: 'Choose a file', zh: '选择文件' },
  fileEnding: {
    en: (p: { endings: string }) => `Choose a file that ends in ${p.endings}`,
    zh: (p: { endings: string }) => `请选择 ${p.endings} 格式的文件`,
  },
  fileSize: {
    en: (p: { mb: number }) => `The file is larger than ${p.mb} MB`,
    zh: (p: { mb: number }) => `文件超过 ${p.mb} MB`,
  },
  fileEmpty: { en: 'The file is empty', zh: '文件内容为空' },
  listMark: word.listMark,
})
