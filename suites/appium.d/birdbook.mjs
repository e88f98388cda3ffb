// What tests ask of an app and of its phone, by the names that Bird Book's views have.
const PACKAGE = 'dev.dexscope.samples.birdbook';
const FILE = '/sdcard/appium.txt';
const TEXT = Buffer.from('hello').toString('base64');

function equals(actual, expected) {
  if (actual !== expected) throw new Error(`is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
  return actual;
}

export default async ({step, get, post, find, all, mobile}) => {
  await step('source', async () => (await get('/source')).includes('resource-id="' + PACKAGE + ':id/species"') || equals(false, true));
  await step('activity', async () => equals(await get('/appium/device/current_activity'), '.SightingsActivity'));
  await step('package', async () => equals(await get('/appium/device/current_package'), PACKAGE));
  const button = await step('element by id', () => find('id', 'species'));
  await step('text', async () => equals(await get(`/element/${button}/text`), 'Species'));
  await step('rectangle', () => get(`/element/${button}/rect`));
  await step('attribute', async () => equals(await get(`/element/${button}/attribute/clickable`), 'true'));
  await step('displayed', async () => equals(await get(`/element/${button}/displayed`), true));
  await step('click', () => post(`/element/${button}/click`));
  await step('the other activity', async () => equals(await get('/appium/device/current_activity'), '.SpeciesActivity'));
  await step('element by XPath', () => find('xpath', '//android.widget.ListView/*[1]'));
  await step('elements by class', async () => (await all('class name', 'android.widget.TextView')).length > 5 || equals(false, true));
  await step('element by UiSelector', () => find('-android uiautomator', 'new UiSelector().className("android.widget.TextView").instance(0)'));
  await step('picture', async () => (await get('/screenshot')).length);
  await step('size', () => get('/window/rect'));
  await step('back', () => post('/back'));
  await step('the first activity', async () => equals(await get('/appium/device/current_activity'), '.SightingsActivity'));
  await step('swipe', () => mobile('swipeGesture', {left: 100, top: 400, width: 300, height: 400, direction: 'up', percent: 0.75}));
  await step('actions of a finger', () => post('/actions', {actions: [{
    type: 'pointer', id: 'finger', parameters: {pointerType: 'touch'}, actions: [
      {type: 'pointerMove', duration: 0, x: 200, y: 600}, {type: 'pointerDown', button: 0}, {type: 'pause', duration: 50},
      {type: 'pointerMove', duration: 200, x: 200, y: 300}, {type: 'pointerUp', button: 0}]}]}));
  await step('orientation', async () => equals(await get('/orientation'), 'PORTRAIT'));
  await step('landscape', () => post('/orientation', {orientation: 'LANDSCAPE'}));
  await step('size in landscape', async () => { const {width, height} = await get('/window/rect'); return width > height || equals(false, true); });
  await step('portrait', () => post('/orientation', {orientation: 'PORTRAIT'}));
  await step('button for a new sighting', async () => post(`/element/${await find('id', 'add')}/click`));
  const field = await step('field', () => find('class name', 'android.widget.EditText'));
  await step('type', () => post(`/element/${field}/value`, {text: 'Robin'}));
  await step('typed text', async () => equals(await get(`/element/${field}/text`), 'Robin'));
  await step('clear', () => post(`/element/${field}/clear`));
  await step('keyboard', () => get('/appium/device/is_keyboard_shown'));
  await step('key', () => mobile('pressKey', {keycode: 4}));
  await step('device', () => mobile('deviceInfo'));
  await step('battery', () => mobile('batteryInfo'));
  await step('time', () => mobile('getDeviceTime'));
  await step('density', () => mobile('getDisplayDensity'));
  await step('system bars', () => mobile('getSystemBars'));
  await step('contexts', () => get('/contexts'));
  await step('absent package', async () => equals(await mobile('isAppInstalled', {appId: 'org.nowhere'}), false));
  await step('state', async () => equals(await mobile('queryAppState', {appId: PACKAGE}), 4));
  await step('write a file', () => mobile('pushFile', {remotePath: FILE, payload: TEXT}));
  await step('read a file', async () => equals(await mobile('pullFile', {remotePath: FILE}), TEXT));
  await step('clipboard', () => mobile('getClipboard'));
  await step('background', () => mobile('backgroundApp', {seconds: 1}));
  await step('terminate', async () => equals(await mobile('terminateApp', {appId: PACKAGE}), true));
  await step('activate', () => mobile('activateApp', {appId: PACKAGE}));
  await step('the first activity again', async () => equals(await get('/appium/device/current_activity'), '.SightingsActivity'));
  await step('kinds of figures', () => mobile('getPerformanceDataTypes'));
  await step('log', async () => (await post('/se/log', {type: 'logcat'})).length);
};
