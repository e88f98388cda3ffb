// What every app can be asked.
import {writeFileSync} from 'node:fs';

export default async ({step, get, post, all, mobile}) => {
  await step('source', async () => (await get('/source')).length);
  await step('activity', () => get('/appium/device/current_activity'));
  const name = await step('package', () => get('/appium/device/current_package'));
  const buttons = await step('what can be clicked', () => all('-android uiautomator', 'new UiSelector().clickable(true)')) ?? [];
  if (buttons.length > 0) await step('click', () => post(`/element/${buttons[0]}/click`));
  const fields = await step('fields', () => all('class name', 'android.widget.EditText')) ?? [];
  if (fields.length > 0) await step('type', () => post(`/element/${fields[0]}/value`, {text: 'hello'}));
  await step('scroll', () => mobile('scrollGesture', {left: 100, top: 400, width: 800, height: 1000, direction: 'down', percent: 1}));
  await step('picture', async () => writeFileSync(name + '.png', Buffer.from(await get('/screenshot'), 'base64')));
  await step('landscape', () => post('/orientation', {orientation: 'LANDSCAPE'}));
  await step('source in landscape', async () => (await get('/source')).length);
  await step('portrait', () => post('/orientation', {orientation: 'PORTRAIT'}));
  await step('background', () => mobile('backgroundApp', {seconds: 1}));
  await step('terminate', () => mobile('terminateApp', {appId: name}));
  await step('activate', () => mobile('activateApp', {appId: name}));
  await step('source again', async () => (await get('/source')).length);
};
