import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/**
 * The product's whole URL table (spec 2). Paths are the specification's; files are named by our words. A screen that is not
 * built yet is not here: its address shows the not-found page.
 */
export const routes = rootRoute('shell/root.page.tsx', [
  route('/login', 'session/login.page.tsx'),
  route('/noAuth', 'shell/no-auth.page.tsx'),
  route('/verify-email', 'session/verify-email.page.tsx'),
  layout('signed-in', 'shell/frame/frame.page.tsx', [
    index('shell/start.page.tsx'),
    route('/recipeManage/recipeList', 'recipe/recipe-list.page.tsx'),
    route('/recipeManage/recipeList/RecipeAdd', 'recipe/recipe-add.page.tsx'),
    route('/recipeManage/recipeList/RecipeEdit', 'recipe/recipe-edit.page.tsx'),
    route('/recipeManage/recipeList/RecipeDetail', 'recipe/recipe-detail.page.tsx'),
    route('/recipeManage/recipeList/RecipeLanguage', 'recipe/recipe-language.page.tsx'),
    route('/recipeManage/recipeTypeList', 'recipe/category-list.page.tsx'),
    route('/recipeManage/IngredientsList', 'recipe/ingredient-list.page.tsx'),
    route('/recipeManage/device/list', 'device/oven-list.page.tsx'),
    route('/recipeManage/device/list/detail', 'device/oven-detail.page.tsx'),
    route('/recipeManage/device/UninstallList', 'device/oven-uninstalled.page.tsx'),
    route('/iceDevice/list', 'device/cooler-list.page.tsx'),
    route('/iceDevice/list/detail', 'device/cooler-detail.page.tsx'),
    route('/iceDevice/UninstallList', 'device/cooler-uninstalled.page.tsx'),
    route('/customer', 'customer/customer-list.page.tsx'),
    route('/customer/detail', 'customer/customer-detail.page.tsx'),
    route('/system/account', 'system/account/account.page.tsx'),
    route('/system/role', 'system/role-list.page.tsx'),
    route('/product/series', 'product/series-list.page.tsx'),
    route('/product/model', 'product/product-list.page.tsx'),
    route('/product/model/detail', 'product/product-detail.page.tsx'),
    route('/product/model/draft', 'product/product-draft.page.tsx'),
    route('/product/model/setLang', 'product/product-languages.page.tsx'),
    route('/system/partsPurchase', 'system/parts/parts-purchase.page.tsx'),
    route('/system/menu', 'system/menu/menu.page.tsx'),
    route('/system/log', 'system/log/log.page.tsx'),
    route('/userList', 'app-user/app-user-list.page.tsx'),
    route('/userList/UserDetail', 'app-user/app-user-detail.page.tsx'),
    route('/fault/list', 'fault/fault-list.page.tsx'),
    route('/fault/iceDevicelist', 'fault/cooler-fault-list.page.tsx'),
    route('/fault/code', 'fault/fault-code.page.tsx'),
    route('/message/list', 'message/message-list.page.tsx'),
    route('/message/push', 'message/push.page.tsx'),
  ]),
  route('$', 'shell/unknown.page.tsx'),
])
