// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An ordinary ERC-20 with the decimals of Tether USD. `payMany` makes several transfers in one transaction,
/// `failAfterPaying` reverts after a transfer, `payCoin` passes ETH on, `shout` logs a transfer that does not happen.
contract Token {
    string public constant name = "Test Tether";
    string public constant symbol = "USDT";
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint8 decimals_, uint256 supply) {
        decimals = decimals_;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function payMany(address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) move(msg.sender, to[i], values[i]);
    }

    function failAfterPaying(address to, uint256 value) external {
        move(msg.sender, to, value);
        revert("taken back");
    }

    function payCoin(address payable to) external payable {
        to.transfer(msg.value);
    }

    function shout(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
