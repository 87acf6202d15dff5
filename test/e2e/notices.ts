import type { Page } from 'playwright-core';
import { waitFor, waitUntil } from './waits';

/** A notification as it stands on the screen. */
export interface Notice {
  severity: 'error' | 'warning' | 'info';
  message: string;
  buttons: string[];
}

/** A tab of the active editor group. */
export interface Tab {
  title: string;
  active: boolean;
  dirty: boolean;
}

/** A modal dialog. */
export interface Dialog {
  message: string;
  detail: string;
  buttons: string[];
}

/** The notifications that are shown now, the newest first. */
export async function readNotifications(page: Page): Promise<Notice[]> {
  return await page.locator('.notifications-toasts .notification-list-item').evaluateAll((items) =>
    items.map((item) => ({
      severity:
        item.querySelector('.notification-list-item-icon.codicon-error') !== null
          ? 'error'
          : item.querySelector('.notification-list-item-icon.codicon-warning') !== null
            ? 'warning'
            : 'info',
      message: item.querySelector('.notification-list-item-message')?.textContent ?? '',
      buttons: [...item.querySelectorAll('.notification-list-item-buttons-container .monaco-button')].map(
        (button) => button.textContent,
      ),
    })),
  );
}

/** Waits for a notification whose message matches. */
export async function waitForNotification(page: Page, message: RegExp, timeout?: number): Promise<Notice> {
  return await waitFor(
    `a notification ${message}`,
    async () => (await readNotifications(page)).find((notice) => message.test(notice.message)),
    timeout,
  );
}

/** Presses a button of the notification whose message matches. */
export async function pressNotificationButton(page: Page, message: RegExp, button: string): Promise<void> {
  await waitForNotification(page, message);
  const item = page.locator('.notifications-toasts .notification-list-item', { hasText: message });
  await item.locator('.monaco-button', { hasText: button }).first().click();
}

/** The modal dialog that is shown now. */
export async function readDialog(page: Page): Promise<Dialog | undefined> {
  const dialogs = await page.locator('.monaco-dialog-box').evaluateAll((boxes) =>
    boxes.map((box) => ({
      message: box.querySelector('.dialog-message-text')?.textContent ?? '',
      detail: box.querySelector('.dialog-message-detail')?.textContent ?? '',
      buttons: [...box.querySelectorAll('.dialog-buttons .monaco-button')].map(
        (button) => button.textContent,
      ),
    })),
  );
  return dialogs[0];
}

/** Waits for a modal dialog whose message matches. */
export async function waitForDialog(page: Page, message: RegExp): Promise<Dialog> {
  return await waitFor(`a dialog ${message}`, async () => {
    const dialog = await readDialog(page);
    return dialog !== undefined && message.test(dialog.message) ? dialog : undefined;
  });
}

/** Waits for a modal dialog and presses one of its buttons; returns the dialog. */
export async function pressDialogButton(page: Page, button: string): Promise<Dialog> {
  const dialog = await waitFor('a dialog', () => readDialog(page));
  await page.locator('.monaco-dialog-box .monaco-button', { hasText: button }).first().click();
  await waitUntil('the dialog to close', async () => (await readDialog(page))?.message !== dialog.message);
  return dialog;
}

/** The texts of the status bar, from left to right. */
export async function readStatusBar(page: Page): Promise<string[]> {
  const texts = await page.locator('.statusbar .statusbar-item').allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** The tabs of the active editor group. */
export async function readTabs(page: Page): Promise<Tab[]> {
  return await page.locator('.editor-group-container.active .tabs-container .tab').evaluateAll((tabs) =>
    tabs.map((tab) => ({
      title: [
        tab.querySelector('.label-name')?.textContent,
        tab.querySelector('.label-description')?.textContent,
      ]
        .filter(Boolean)
        .join(' '),
      active: tab.classList.contains('active'),
      dirty: tab.classList.contains('dirty'),
    })),
  );
}
