import { words } from '../../platform/locale.ts'

type Name = { name: string }

export const productFormText = words({
  addTitle: { en: 'Add model', zh: '新增型号' },
  editTitle: { en: 'Edit model', zh: '编辑型号' },
  copyTitle: { en: (p: Name) => `Copy ${p.name}`, zh: (p: Name) => `复制“${p.name}”` },
  add: { en: 'Add model', zh: '新增型号' },
  copy: { en: 'Create copy', zh: '生成副本' },
  save: { en: 'Save changes', zh: '保存' },
  added: { en: (p: Name) => `${p.name} is added`, zh: (p: Name) => `已新增“${p.name}”` },
  saved: { en: (p: Name) => `${p.name} is saved`, zh: (p: Name) => `已保存“${p.name}”` },

  start: { en: 'Start from', zh: '物模型来源' },
  empty: { en: 'Blank', zh: '空白' },
  emptyHint: { en: 'Define its functions yourself, or import a file', zh: '自行定义功能，或导入文件' },
  ovenHint: { en: 'Chamber, core, humidity, stages', zh: '腔温、芯温、湿度、分段烹饪' },
  coolerHint: { en: 'Cabinet, defrost, door, limits', zh: '柜温、除霜、柜门、温度上下限' },
  dtuHint: { en: 'Registers behind a modem (DTU)', zh: '经 DTU 读写寄存器的设备' },
  aCopy: { en: 'A copy of a model', zh: '复制已有型号' },
  copyHint: { en: 'With its functions, templates, languages', zh: '连同功能、模板和多语言' },
  copyOf: { en: 'Copy of', zh: '复制自' },
  copyAbout: {
    en: 'The new model takes over the series, types, functions, templates and languages, all as drafts. Devices are not copied.',
    zh: '新型号沿用其系列、类型、功能、模板和多语言，均为草稿；设备不会随之复制。',
  },

  seriesHint: { en: 'Decides whether it is an oven or refrigeration', zh: '决定该型号属于烤箱还是制冷设备' },
  noSeries: { en: 'Add a series first', zh: '请先新增产品系列' },
  fixed: { en: 'Fixed: the model has devices', zh: '该型号已有设备，不能更改' },
  seriesFixed: { en: 'Series of the same category: the model has devices', zh: '该型号已有设备，只能选择同类别的系列' },

  addPicture: { en: 'Upload picture', zh: '上传图片' },
  changePicture: { en: 'Change picture', zh: '更换图片' },
  removePicture: { en: 'Remove', zh: '移除' },
  pictureHint: {
    en: 'jpg, png or gif, at most 2 MB, cut to a square',
    zh: 'jpg、png 或 gif，不超过 2 MB，裁剪为正方形',
  },
  pictureTooBig: { en: 'The picture is larger than 2 MB', zh: '图片大小超过 2 MB' },
  pictureWrongType: { en: 'Wrong upload format: use jpg, png or gif', zh: '上传格式错误，请选择 jpg、png 或 gif 图片' },

  noPicture: { en: 'No picture', zh: '无图片' },
  anotherPicture: { en: 'A new picture', zh: '新图片' },

  moving: { en: 'Moving from another platform', zh: '从其他平台迁移' },
  movingHint: {
    en: 'Devices in the field carry their ProductKey. Enter both values as they were there, and the devices connect without any change. Left empty, both are generated.',
    zh: '已出厂的设备固化了 ProductKey。按原平台的取值填写，设备无需改动即可接入；留空则自动生成。',
  },
  keyHint: { en: '4 to 20 letters or digits; never changes', zh: '4 至 20 位字母或数字，创建后不可更改' },
  secretHint: { en: '8 to 64 letters or digits', zh: '8 至 64 位字母或数字' },
})
