import { counting } from '../plural.ts'
import { texts } from '../text.ts'

export const fileText = texts('file', {
  tooBig: {
    en: (p: { maxBytes: number }) => `The file is larger than ${Math.round(p.maxBytes / 10_485.76) / 100} MB`,
    zh: (p: { maxBytes: number }) => `文件大小超过 ${Math.round(p.maxBytes / 10_485.76) / 100} MB`,
    status: 413,
  },
  wrongType: {
    en: 'Wrong upload format: use jpg, png or gif',
    zh: '上传格式错误，请选择 jpg、png 或 gif 图片',
    status: 422,
  },
  jpgOrPng: { en: 'Wrong upload format: use jpg or png', zh: '上传格式错误，请选择 jpg 或 png 图片', status: 422 },
  unreadable: { en: 'The picture cannot be read', zh: '图片无法识别', status: 422 },
  tooManyPixels: {
    en: (p: { maxPixels: number }) => `The picture has more than ${p.maxPixels / 1_000_000} million pixels`,
    zh: (p: { maxPixels: number }) => `图片像素超过 ${p.maxPixels / 10_000} 万`,
    status: 422,
  },
  tooManyFrames: {
    en: (p: { maxFrames: number }) => `The picture has more than ${counting(p.maxFrames, 'frame')}`,
    zh: (p: { maxFrames: number }) => `图片超过 ${p.maxFrames} 帧`,
    status: 422,
  },
  overLimit: {
    en: (p: { maxMb: number }) => `The files of your organisation have reached their limit of ${p.maxMb} MB`,
    zh: (p: { maxMb: number }) => `贵组织的文件总量已达上限 ${p.maxMb} MB`,
    status: 409,
  },
  missing: { en: 'Choose a file', zh: '请选择文件', status: 422 },
  storeAway: {
    en: 'Files cannot be reached right now, try again later',
    zh: '文件存储暂时无法访问，请稍后再试',
    status: 503,
  },
  storeFull: { en: 'There is no room for more files right now', zh: '文件存储空间不足，暂时无法保存', status: 503 },
  unknown: { en: 'There is no such file', zh: '文件不存在', status: 404 },
})
