interface Invitation {
  email: string;
  productName: string;
  signInProviderName: string;
  /** Of the portal. */
  address: string;
}

export const writeInvitation = ({ email, productName, signInProviderName, address }: Invitation): string =>
  [
    'Hello,',
    '',
    `you can now use ${productName}. Sign in with your ${signInProviderName} account ${email} here:`,
    address,
  ].join('\n');

/** Opens the mail app with a new message. Line breaks as RFC 6068 wants them. */
export const makeMailLink = (email: string, subject: string, body: string): string =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(
    body.replaceAll('\n', '\r\n'),
  )}`;
