type Handler = (data: unknown) => unknown;

interface Message {
  isFrameMessage: true;
  type: string;
  data?: unknown;
  id: number;
}

/**
 * A stub for the one script that Firebase's popup loads from the network: `gapi.iframes`, which connects the page and the
 * helper frame of the Auth emulator. It runs in both as text, so it may use nothing outside itself.
 */
function installGapi(): void {
  let lastId = 0;

  /** One end of the connection between two windows. Messages wait until their handler is registered. */
  function connect(getOther: () => Window | null) {
    const handlers = new Map<string, Handler>([['ping', () => ({})]]);
    const waiting: Message[] = [];
    const replies = new Map<number, Handler>();
    const post = (message: Omit<Message, 'isFrameMessage'>) =>
      getOther()?.postMessage({ isFrameMessage: true, ...message } satisfies Message, '*');
    function handle(message: Message) {
      const handler = handlers.get(message.type);
      if (handler) post({ type: 'reply', id: message.id, data: handler(message.data) });
      else waiting.push(message);
    }
    function register(type: string, handler: Handler) {
      handlers.set(type, handler);
      for (const message of waiting.splice(0)) handle(message);
    }
    function takeReply({ id, data }: Message) {
      try {
        replies.get(id)?.([data]);
      } catch {
        // Like Google's script: Firebase's reply handler for 'webStorageSupport' always throws.
      }
    }
    addEventListener('message', ({ data, source }: MessageEvent<Message>) => {
      if (!data.isFrameMessage || source !== getOther()) return;
      if (data.type === 'reply') takeReply(data);
      else handle(data);
    });
    function send(type: string, data?: unknown, onReply?: Handler) {
      lastId += 1;
      if (onReply) replies.set(lastId, onReply);
      post({ type, id: lastId, data });
    }
    return {
      send,
      register,
      unregister: (type: string) => handlers.delete(type),
      ping: (onReply: Handler) => new Promise((resolve) => send('ping', undefined, resolve)).then(onReply),
      restyle: () => Promise.resolve(),
    };
  }

  let parent: ReturnType<typeof connect> | undefined;
  function getParentIframe() {
    if (!parent) {
      parent = connect(() => window.parent);
      parent.send('ready');
    }
    return parent;
  }

  function open(
    { where, url, attributes }: { where: HTMLElement; url: string; attributes: { style: object } },
    onOpen: (frame: ReturnType<typeof connect>) => unknown,
  ) {
    const element = document.createElement('iframe');
    Object.assign(element.style, attributes.style);
    element.setAttribute('aria-hidden', 'true');
    element.tabIndex = -1;
    const frame = connect(() => element.contentWindow);
    return new Promise((resolve) => {
      frame.register('ready', () => resolve(onOpen(frame)));
      element.src = url;
      where.append(element);
    });
  }

  const load = (_name: string, { callback }: { callback: () => void }) => setTimeout(callback);
  const context = { getParentIframe, open };
  const iframes = { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: {}, getContext: () => context };
  Object.assign(globalThis, { gapi: { load, iframes } });

  const script = document.currentScript;
  const callbackName = script instanceof HTMLScriptElement && new URL(script.src).searchParams.get('onload');
  setTimeout(() => {
    for (const name of [callbackName, 'gapi_onload']) {
      const callback: unknown = name && Reflect.get(globalThis, name);
      if (typeof callback === 'function') callback();
    }
  });
}

export const gapiScript = `(${installGapi.toString()})();`;
